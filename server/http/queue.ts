import { nextTurn } from '#db/turn';

/** `signal`: of a caller who may leave; `later`: of a job, for which nobody waits, after all for which somebody does. */
export type Place = { signal?: AbortSignal; later?: boolean };

/** Runs `work` when its turn comes. Rejects with the signal's reason if the caller has left by then. */
export type Queue = <T>(work: () => Promise<T>, place?: Place) => Promise<T>;

/** What is too much rejects with the error from `full`, except jobs. Who leaves gives up the place at once. */
export function createQueue(atOnce: number, waiting = Number.POSITIVE_INFINITY, full = tooMany): Queue {
  const [usual, jobs]: [Waiting, Waiting] = [new Set(), new Set()];
  let running = 0;
  const turn = ({ signal, later = false }: Place) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = later ? jobs : usual;
    const leave = () => {
      line.delete(enter);
      reject(signal?.reason);
    };
    const enter = () => {
      line.delete(enter);
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    line.add(enter);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  };
  return async (work, place = {}) => {
    place.signal?.throwIfAborted();
    if (running < atOnce) running += 1;
    else if (!place.later && usual.size >= waiting) throw full();
    else await turn(place);
    try {
      return await work();
    } finally {
      // the next one takes this place at once, before a new call can
      const [next] = usual.size > 0 ? usual : jobs;
      if (next) next();
      else running -= 1;
    }
  };
}

/** So many cheap responses in one turn of the event loop keep nobody waiting. */
const cheap = 10;
let inThisTurn = 0;

/**
 * Without pauses, many new connections keep Bun from timers, garbage collection and noticing closed connections.
 * Pauses if this turn of the event loop has served many already. Not always, because Bun drops both of two pipelined
 * requests if the first one is answered in a later turn.
 */
export async function pauseInCrowd(): Promise<void> {
  inThisTurn += 1;
  if (inThisTurn === 1)
    setImmediate(() => {
      inThisTurn = 0;
    });
  if (inThisTurn > cheap) await nextTurn();
}

type Waiting = Set<() => void>;

const tooMany = () => new Error('The queue is full.');

/** Limits how much expensive work runs at the same time. */

/** Runs `work` when its turn comes. */
type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `atOnce` run and at most `waiting` wait. Further calls reject with the error from `full`. */
export function createQueue(atOnce: number, waiting = Number.POSITIVE_INFINITY, full = tooMany): Queue {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length >= waiting) throw full();
    else await new Promise<void>((turn) => queue.push(turn));
    try {
      return await work();
    } finally {
      // the next one takes this place at once, before a new call can
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const tooMany = () => new Error('The queue is full.');

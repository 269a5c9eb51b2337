/**
 * The bound on work under way: strangers choose the length of what they send, never what it costs. What takes a processor
 * or memory is done in a worker, one question after the other, that is ended when it takes too long or grows too much.
 */
import { Worker } from 'node:worker_threads';
import { createQueue, type Place } from '../http/queue';

export type Ask<Question, Answer> = (
  question: Question,
  place?: Place,
  handOver?: ArrayBuffer[],
) => Promise<Answer>;

/** `growthMb`: by how much the whole process may grow meanwhile, since Bun 1.4.5 ignores the limits of a worker. */
type Bounds = { limitMs: number; idleMs: number; growthMb?: number; waiting?: number; full?: () => Error };

const usualGrowthMb = 512;
const startLimitMs = 20_000;
const lookMs = 20;

/** The worker ended without an answer, took too long or grew too much. The next question starts another one. */
export class WorkerLost extends Error {
  override name = 'WorkerLost';
}

/**
 * `Answer` is what the worker in `file` posts for each `Question`, and anything once it is loaded. It starts when it is
 * needed and ends when it is idle. Rejects with `WorkerLost`, and with the error from `full` if more than `waiting` wait.
 */
export function createThread<Question, Answer>(
  file: URL,
  { limitMs, idleMs, growthMb = usualGrowthMb, waiting, full }: Bounds,
): Ask<Question, Answer> {
  const inTurn = createQueue(1, waiting, full);
  let worker: Worker | null = null;
  let idle: Timer | undefined;

  function start(): Worker {
    const started = new Worker(file);
    const forget = () => {
      if (worker === started) worker = null;
    };
    // an error ends the worker; without a listener it would end this process too
    started.on('error', forget).on('exit', forget).unref();
    return started;
  }

  function stop(): void {
    void worker?.terminate();
    worker = null;
  }

  const ask = async (question: Question, handOver: ArrayBuffer[]) => {
    clearTimeout(idle);
    try {
      if (!worker) {
        worker = start();
        // its first message says that it is loaded: on a busy machine that takes longer than the question
        await answerOf(worker, () => {}, startLimitMs, growthMb);
      }
      return await answerOf<Answer>(worker, () => worker?.postMessage(question, handOver), limitMs, growthMb);
    } catch (error) {
      stop();
      throw error;
    } finally {
      idle = setTimeout(stop, idleMs);
      idle.unref();
    }
  };
  return (question, place, handOver = []) => inTurn(() => ask(question, handOver), place);
}

async function answerOf<Answer>(worker: Worker, ask: () => void, limitMs: number, growthMb: number) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const lose = () => reject(new WorkerLost());
  const limit = setTimeout(lose, limitMs);
  const most = process.memoryUsage.rss() + growthMb * 2 ** 20;
  const watch = setInterval(() => process.memoryUsage.rss() > most && lose(), lookMs);
  worker.once('message', resolve).once('error', lose).once('exit', lose).ref();
  try {
    ask();
    return await promise;
  } finally {
    clearTimeout(limit);
    clearInterval(watch);
    worker.off('message', resolve).off('error', lose).off('exit', lose).unref();
  }
}

/** A worker that starts when it is needed, and ends when it is idle, hangs or crashes. */
import { Worker } from 'node:worker_threads';

/** Asks one question after the other: the next one waits for the answer. */
export type Ask<Question, Answer> = (question: Question, handOver?: ArrayBuffer[]) => Promise<Answer>;

/** The worker ended without an answer, or took too long. The next question starts another one. */
export class WorkerLost extends Error {
  override name = 'WorkerLost';
}

/** `Answer` is what the worker in `file` posts for each `Question`. Rejects with `WorkerLost`. */
export function createThread<Question, Answer>(
  file: URL,
  { limitMs, idleMs }: { limitMs: number; idleMs: number },
): Ask<Question, Answer> {
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

  return async (question, handOver = []) => {
    clearTimeout(idle);
    worker ??= start();
    try {
      return await answerOf<Answer>(worker, () => worker?.postMessage(question, handOver), limitMs);
    } catch (error) {
      stop();
      throw error;
    } finally {
      idle = setTimeout(stop, idleMs);
      idle.unref();
    }
  };
}

async function answerOf<Answer>(worker: Worker, ask: () => void, limitMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const lose = () => reject(new WorkerLost());
  const limit = setTimeout(lose, limitMs);
  worker.once('message', resolve).once('error', lose).once('exit', lose).ref();
  try {
    ask();
    return await promise;
  } finally {
    clearTimeout(limit);
    worker.off('message', resolve).off('error', lose).off('exit', lose).unref();
  }
}

/** Work that comes round: reminders, retention. */
import type { Context } from '../context';
import { traceOf } from '../log';

type Job = {
  start(): void;
  /** Does all that is due now; answers how much that was. Never rejects. */
  runOnce(): Promise<number>;
  /** Begins nothing more and resolves when what is under way has ended. */
  stop(): Promise<void>;
};

/** Runs `work` every `everyMs`, never twice at a time. A failure is logged; the next look tries again. */
export function createJob(
  name: string,
  everyMs: number,
  log: Context['log'],
  work: () => Promise<number>,
): Job {
  let running: Promise<number> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopped = false;
  const run = async () => {
    try {
      return await work();
    } catch (error) {
      log('error', `${name}_failed`, traceOf(error));
      return 0;
    } finally {
      running = null;
    }
  };
  const runOnce = () => {
    running ??= run();
    return running;
  };
  return {
    start() {
      // a signal may come before the start
      if (stopped) return;
      timer = setInterval(() => void runOnce(), everyMs);
      void runOnce();
    },
    runOnce,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

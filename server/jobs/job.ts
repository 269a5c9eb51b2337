import type { Context } from '../context';
import { traceOf } from '../log';

/** Runs `work` every `everyMs`, never twice at a time. A failure is logged, and the next run tries again. */
export function createJob(
  { log, meters }: Pick<Context, 'log' | 'meters'>,
  name: string,
  everyMs: number,
  work: () => Promise<unknown>,
) {
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopped = false;
  let again = false;
  const run = async () => {
    try {
      await work();
      meters.jobEnded(name, 'ok');
    } catch (error) {
      meters.jobEnded(name, 'failed');
      log('error', `${name}_failed`, traceOf(error));
    } finally {
      running = null;
    }
    if (again) runOnce();
  };
  const runOnce = () => {
    again = false;
    if (!stopped) running ??= run();
  };
  return {
    start() {
      // a signal may come before the start
      if (stopped) return;
      timer = setInterval(runOnce, everyMs);
      runOnce();
    },
    /** Runs it now, once it was started; if it is running, once more. */
    wake() {
      if (running) again = true;
      else if (timer) runOnce();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

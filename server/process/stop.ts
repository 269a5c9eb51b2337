/** Drain and graceful stop on SIGTERM and SIGINT, and when the command that started the server is gone. */
import { type Log, traceOf } from '../log';

type Stopping = {
  /** How long requests are still taken, while the proxy learns from `leave` that it shall send no more; 0: not at all. */
  drainMs: number;
  leave: () => void;
  /** Stops accepting; resolves when what is in flight is answered. */
  server: () => Promise<void>;
  jobs: () => Promise<void>;
  rest: () => Promise<void>;
};

const deadlineMs = 10_000;

/**
 * Drains, finishes what is in flight for up to 10 s, stops jobs, closes the rest and exits with 0; so too when `launcher`
 * (a process id) ends. A second signal ends the drain.
 */
export function stopGracefully(log: Log, launcher: number | null, stopping: Stopping) {
  const { drainMs, leave, server, jobs, rest } = stopping;
  const drain = Promise.withResolvers<void>();
  let begun = false;
  const stop = async () => {
    if (begun) return;
    begun = true;
    if (drainMs > 0) {
      log('info', 'draining', { seconds: drainMs / 1000 });
      leave();
      setTimeout(drain.resolve, drainMs);
      await drain.promise;
    }
    // a half-sent request or a mail server that does not answer must not keep the process alive
    setTimeout(() => process.exit(0), deadlineMs).unref();
    try {
      await Promise.all([server(), jobs()]);
      await rest();
    } catch (error) {
      log('error', 'stop failed', traceOf(error));
    }
    process.exit(0);
  };
  const onSignal = () => {
    if (begun) drain.resolve();
    void stop();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  if (launcher !== null) stopWith(launcher, stop);
}

/** `bun run` does not pass on its own SIGKILL: without this an orphan would keep the port and the database. */
function stopWith(launcher: number, stop: () => void) {
  setInterval(() => {
    if (process.ppid !== launcher) stop();
  }, 200).unref();
}

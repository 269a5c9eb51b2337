import { type Log, traceOf } from '../log';

type Stopping = {
  /** How long requests are still accepted after `leave`; 0: no drain. */
  drainMs: number;
  /** Begins to report to the proxy that it must send no more requests. */
  leave: () => void;
  /** Stops accepting requests. Resolves when the running ones have been answered. */
  server: () => Promise<void>;
  jobs: () => Promise<void>;
  rest: () => Promise<void>;
};

const deadlineMs = 10_000;

/**
 * On a signal, or when the process with the id `launcher` ends: drains, finishes running requests for up to 10 s, stops
 * jobs, closes the rest and exits with 0. A second signal ends the drain.
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
    // a half-sent request or a mail server that does not respond must not keep the process alive
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
  if (launcher === null) return;
  // if `bun run` is killed with SIGKILL, this process gets no signal and would keep the port and the database
  setInterval(() => {
    if (process.ppid !== launcher) void stop();
  }, 200).unref();
}

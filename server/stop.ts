/** Graceful stop on SIGTERM and SIGINT, and when the command that started the server is gone. */
import { type Log, traceOf } from './log';

export type Stopping = {
  /** Stops accepting; resolves when what is in flight is answered. */
  server: () => Promise<void>;
  jobs: () => Promise<void>;
  rest: () => Promise<void>;
};

const deadlineMs = 10_000;

/** Finishes what is in flight for up to 10 s, stops jobs, closes the rest and exits with 0; so too when `launcher` (a process id) ends. */
export function stopGracefully(log: Log, launcher: number | null, { server, jobs, rest }: Stopping) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
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
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (launcher !== null) stopWith(launcher, stop);
}

/** `bun run` does not pass on its own SIGKILL: without this an orphan would keep the port and the database. */
function stopWith(launcher: number, stop: () => void) {
  setInterval(() => {
    if (process.ppid !== launcher) stop();
  }, 200).unref();
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { nextTurn } from '../turn';
import { DatabaseLocked, DatabaseUnavailable, isBusy } from './errors';

/** Less than the server keeps a connection on which nothing is sent, also on a busy machine. */
const MAX_WAIT_MS = 8_000;

/** Runs jobs one after the other in the order of the calls; a failed job does not stop the next. */
export function queue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(job);
    last = result.catch(() => {});
    return result;
  };
}

/** When a write that is requested now gives up. Its time in the queue counts too. */
export function writeDeadline(): number {
  return performance.now() + MAX_WAIT_MS;
}

/** The first attempt is made even after the deadline. `worthRetrying`: other failures that have stored nothing. */
export async function retryWhileBusy<T>(
  attempt: () => Promise<T>,
  deadline = writeDeadline(),
  worthRetrying: (error: unknown) => Promise<boolean> = async () => false,
): Promise<T> {
  for (;;) {
    await nextTurn();
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) && !(await worthRetrying(error))) throw error;
      if (performance.now() > deadline) throw new DatabaseLocked();
      await retryPause();
    }
  }
}

export function retryPause(): Promise<void> {
  return Bun.sleep(10 + Math.random() * 40);
}

/** Runs jobs until it is closed. Closing waits for the running jobs. */
export class Gate {
  readonly #admitted = new Set<Promise<unknown>>();
  readonly #current = new AsyncLocalStorage<{ running: boolean }>();
  #closed = false;

  /** @throws TypeError if called inside a running job, which would wait for itself for ever */
  async pass<T>(job: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable('The database has been closed.');
    if (this.#current.getStore()?.running) throw new TypeError('A write must not wait for another write.');
    const state = { running: true };
    const result = this.#current.run(state, job).finally(() => {
      state.running = false;
      this.#admitted.delete(result);
    });
    this.#admitted.add(result);
    return await result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#admitted);
  }
}

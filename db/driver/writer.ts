import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseLocked, DatabaseUnavailable, isBusy } from './errors';

const PATIENCE_MS = 10_000;

/** Runs jobs one after the other in the order of asking; a failed one does not stop the next. */
export function queue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(job);
    last = result.catch(() => {});
    return result;
  };
}

/** When a write that is asked for now gives up. Its time in the queue counts, else the last would wait for all. */
export function patience(): number {
  return performance.now() + PATIENCE_MS;
}

/**
 * Tries again, 10–50 ms apart, what failed because another process writes; at least once, however late it is.
 *
 * @param deadline as `patience` gives it
 * @param worthRetrying further failures that are known to have stored nothing
 */
export async function retryWhileBusy<T>(
  attempt: () => Promise<T>,
  deadline = patience(),
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

/** Lets timers and sockets have their turn: the driver never leaves the microtask queue, they would starve. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The time between two attempts while another process writes. */
export function retryPause(): Promise<void> {
  return Bun.sleep(10 + Math.random() * 40);
}

/** Admits work until it is closed; closing waits for what has been admitted. */
export class Gate {
  readonly #admitted = new Set<Promise<unknown>>();
  readonly #current = new AsyncLocalStorage<{ running: boolean }>();
  #closed = false;

  /** Throws when called from inside admitted work: it would wait for itself for ever. */
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

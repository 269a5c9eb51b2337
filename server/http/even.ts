/** Answers after times that do not tell how much work there was: a withdrawal that fits an application has more. */
import type { Context } from '../context';

/** Longer than storing a withdrawal usually takes, also on a database server. */
export const evenStepMs = 200;

/** Does the work, and resolves after a whole number of steps, unless there are no limits. A failure rejects at once. */
export async function inEvenTime<T>({ config }: Pick<Context, 'config'>, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const spent = performance.now() - start;
  if (config.rateLimit) await Bun.sleep(Math.ceil(spent / evenStepMs) * evenStepMs - spent);
  return result;
}

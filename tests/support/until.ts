import { addDays, berlinDay, berlinMidnight } from '#domain/dates';

/** Waits for Berlin's midnight if it is near: servers and browsers have the real clock. */
export async function clearOfMidnight(): Promise<void> {
  const left = berlinMidnight(addDays(berlinDay(new Date()), 1)) - Date.now();
  if (left < 30_000) await Bun.sleep(left);
}

/** Asks every `everyMs` until `condition` holds; rejects after the deadline. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  deadlineMs = 20_000,
  everyMs = 10,
): Promise<void> {
  const limit = AbortSignal.timeout(deadlineMs);
  // a condition may itself wait for ever
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason));
  });
  late.catch(() => {});
  while (!(await Promise.race([condition(), late]))) await Bun.sleep(everyMs);
}

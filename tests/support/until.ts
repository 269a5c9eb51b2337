/** Asks every `everyMs` until `condition` holds; rejects after the deadline. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  deadlineMs = 20_000,
  everyMs = 10,
): Promise<void> {
  const limit = AbortSignal.timeout(deadlineMs);
  while (!(await condition())) {
    limit.throwIfAborted();
    await Bun.sleep(everyMs);
  }
}

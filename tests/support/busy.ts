/** What the reading of hostile input may cost. */

/**
 * Processor time of this thread in ms, in which other work on the machine does not count. If `act` takes more than is
 * allowed, the best of three: the first round compiles, another may collect garbage.
 */
export async function leastBusyMs(allowedMs: number, act: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least > allowedMs; round += 1) {
    const before = busyMs();
    await act();
    least = Math.min(least, busyMs() - before);
  }
  return least;
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

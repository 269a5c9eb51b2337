/** Figures from repeated, alternating rounds, because a single round on a shared machine means nothing. */

/** The middle figure, or the mean of the middle two. @throws without figures. */
export function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.');
  return (low + high) / 2;
}

/** Measures `times` times in sequence. */
export async function repeat<T>(times: number, measure: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < times; round += 1) results.push(await measure(round));
  return results;
}

/** Measures both in each round, and in every other round the second one first. */
export async function alternate<A, B>(
  rounds: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B][]> {
  return await repeat(rounds, async (round) => {
    if (round % 2 === 0) return [await first(), await second()];
    const other = await second();
    return [await first(), other];
  });
}

/** Random cases: each day tries others, and every run of one day tries the same. */
import fc from 'fast-check';

/** The day in UTC, such as 20261120. `PROPERTY_SEED` repeats that of a failure. */
const seed = Number(process.env.PROPERTY_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));

/** Rejects with the seed and the smallest case that breaks the property. */
export async function holdFor<Case>(runs: number, property: fc.IRawProperty<Case>): Promise<void> {
  await fc.assert(property, { seed, numRuns: runs });
}

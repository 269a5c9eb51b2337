/** Lists that show persons are counted (decision 027). */
import type { Actor } from '#domain/accounts/actors';
import type { Context } from '../../context';

type Needs = Pick<Context, 'listings'>;

/** `personsIn`: an id for each person that it shows; `isWhole`: it has no pages. @throws Refusal 429 above the limit */
export async function showList<T>(
  { listings }: Needs,
  actor: Actor,
  read: () => Promise<T>,
  personsIn: (found: T) => readonly string[],
  isWhole = false,
): Promise<T> {
  listings.admit(actor);
  const found = await read();
  listings.note(actor, personsIn(found), isWhole);
  return found;
}

export async function* streamList<Row extends { id: string }>(
  { listings }: Needs,
  actor: Actor,
  batches: AsyncGenerator<Row[]>,
  isPerson: (row: Row) => boolean,
): AsyncGenerator<Row[]> {
  const persons: string[] = [];
  try {
    for await (const batch of batches) {
      persons.push(...batch.filter(isPerson).map(({ id }) => id));
      yield batch;
    }
  } finally {
    // also when the reader leaves early
    listings.note(actor, persons, true);
  }
}

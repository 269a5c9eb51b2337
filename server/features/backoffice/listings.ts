import type { Actor } from '#domain/accounts/actors';
import type { Context } from '../../context';

type Needs = Pick<Context, 'noteList'>;

/** `personsIn`: an id for each person that it shows (decision 027). */
export async function showList<T>(
  { noteList }: Needs,
  actor: Actor,
  read: () => Promise<T>,
  personsIn: (found: T) => readonly string[],
): Promise<T> {
  const found = await read();
  noteList(actor, personsIn(found));
  return found;
}

export async function* streamList<Row extends { id: string }>(
  { noteList }: Needs,
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
    noteList(actor, persons);
  }
}

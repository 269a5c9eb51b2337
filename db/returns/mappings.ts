/** What the columns of a file mean, remembered for others whose columns have the same names. */
import { eq } from 'drizzle-orm';
import { keptMeanings, meaningsIn } from '#domain/returns/columns';
import type { ReturnMapping } from '#domain/returns/returns';
import { folded } from '#domain/text/folding';
import type { Reader, Transaction } from '../client';
import { sha256Of } from '../hash';
import { returnMappings } from '../schema/returns';

const hashOf = (columns: readonly string[]) => sha256Of(JSON.stringify(columns.map(folded).toSorted()));

/** What columns of these names meant last; null: nobody has said it. */
export async function findMapping(reader: Reader, columns: readonly string[]): Promise<ReturnMapping | null> {
  const same = eq(returnMappings.columnsHash, hashOf(columns));
  const [row] = await reader.select().from(returnMappings).where(same);
  const { reference, ...others } = row ? meaningsIn(row.mapping, columns) : {};
  return reference === undefined ? null : { reference, ...others };
}

export async function keepMapping(
  tx: Transaction,
  columns: readonly string[],
  given: ReturnMapping,
  at: number,
): Promise<void> {
  const mapping = keptMeanings(given, columns);
  if (mapping === null) return;
  const kept = { columnsHash: hashOf(columns), mapping, at };
  const { columnsHash: target } = returnMappings;
  await tx.insert(returnMappings).values(kept).onConflictDoUpdate({ target, set: kept });
}

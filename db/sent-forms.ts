/** A form that is sent again is not taken twice. Keys reveal no person: the caller hashes them with a secret. */
import { and, inArray, lte } from 'drizzle-orm';
import type { Database, Reader, Transaction } from './client';
import { sentForms } from './schema/system';
import { isRunning, sweep } from './statements';

/** What became of it; null if none was sent. `windowMs`: the longest period. */
export async function findSentForm(
  reader: Reader,
  keys: readonly string[],
  period: { now: number; windowMs: number },
): Promise<string | null> {
  const [row] = await reader
    .select({ result: sentForms.result })
    .from(sentForms)
    .where(and(inArray(sentForms.key, [...keys]), isRunning(sentForms.endsAt, period)))
    .limit(1);
  return row?.result ?? null;
}

export async function addSentForms(tx: Transaction, rows: readonly (typeof sentForms.$inferInsert)[]) {
  for (const row of rows)
    await tx.insert(sentForms).values(row).onConflictDoUpdate({ target: sentForms.key, set: row });
}

export async function deleteEndedForms(db: Database, now: number): Promise<void> {
  await sweep(db, sentForms, lte(sentForms.endsAt, now));
}

import { desc, eq, sql } from 'drizzle-orm';
import { isoOf } from '#domain/time';
import type { Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { applications } from '../schema/applications';
import { adviceRecords } from '../schema/law';
import { first } from '../statements';

/** By its own id, or the newest of an application. */
export async function findAdvice(reader: Reader, by: 'id' | 'applicationId', id: string) {
  const row = await first(newestBy[by](reader, { id }));
  return row && { ...row, at: isoOf(row.at) };
}

const newestIn = (column: typeof adviceRecords.id | typeof adviceRecords.applicationId) =>
  statement((on) => {
    const found = on
      .select()
      .from(adviceRecords)
      .where(eq(column, sql.placeholder('id')));
    return found.orderBy(desc(adviceRecords.at)).limit(1);
  });
const newestBy = { id: newestIn(adviceRecords.id), applicationId: newestIn(adviceRecords.applicationId) };

/** From then on none is owed. */
export async function addAdvice(tx: Transaction, advice: typeof adviceRecords.$inferInsert): Promise<void> {
  await tx.insert(adviceRecords).values(advice);
  await tx.update(applications).set({ adviceOwed: false }).where(eq(applications.id, advice.applicationId));
}

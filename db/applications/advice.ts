import { desc, eq } from 'drizzle-orm';
import { isoOf } from '#domain/time';
import type { Reader, Transaction } from '../client';
import { applications } from '../schema/applications';
import { adviceRecords } from '../schema/law';
import { first } from '../statements';

/** By its own id, or the newest of an application. */
export async function findAdvice(reader: Reader, by: 'id' | 'applicationId', id: string) {
  const found = reader.select().from(adviceRecords).where(eq(adviceRecords[by], id));
  const row = await first(found.orderBy(desc(adviceRecords.at)).limit(1));
  return row && { ...row, at: isoOf(row.at) };
}

/** From then on none is owed. */
export async function addAdvice(tx: Transaction, advice: typeof adviceRecords.$inferInsert): Promise<void> {
  await tx.insert(adviceRecords).values(advice);
  await tx.update(applications).set({ adviceOwed: false }).where(eq(applications.id, advice.applicationId));
}

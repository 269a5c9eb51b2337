import { desc, eq } from 'drizzle-orm';
import type { AdviceRecord } from '#domain/applications/staff';
import { isoOf } from '#domain/time';
import type { Reader, Transaction } from '../client';
import { applications } from '../schema/applications';
import { adviceRecords } from '../schema/law';

export async function findAdvice(reader: Reader, id: string): Promise<AdviceRecord | null> {
  const [row] = await reader.select().from(adviceRecords).where(eq(adviceRecords.id, id)).limit(1);
  return row ? recordOf(row) : null;
}

export async function findAdviceFor(reader: Reader, applicationId: string): Promise<AdviceRecord | null> {
  const [row] = await reader
    .select()
    .from(adviceRecords)
    .where(eq(adviceRecords.applicationId, applicationId))
    .orderBy(desc(adviceRecords.at))
    .limit(1);
  return row ? recordOf(row) : null;
}

/** From then on none is owed. */
export async function addAdvice(
  tx: Transaction,
  advice: Omit<AdviceRecord, 'at'> & { at: number },
): Promise<void> {
  await tx.insert(adviceRecords).values(advice);
  await tx.update(applications).set({ adviceOwed: false }).where(eq(applications.id, advice.applicationId));
}

function recordOf({ at, ...row }: typeof adviceRecords.$inferSelect): AdviceRecord {
  return { ...row, at: isoOf(at) };
}

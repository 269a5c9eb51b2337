import { desc, eq, type SQL } from 'drizzle-orm';
import type { AdviceRecord } from '#domain/applications/staff';
import { isoOf } from '#domain/time';
import type { Reader, Transaction } from '../client';
import { applications } from '../schema/applications';
import { adviceRecords } from '../schema/law';

export function findAdvice(reader: Reader, id: string): Promise<AdviceRecord | null> {
  return newestAdvice(reader, eq(adviceRecords.id, id));
}

export function findAdviceFor(reader: Reader, applicationId: string): Promise<AdviceRecord | null> {
  return newestAdvice(reader, eq(adviceRecords.applicationId, applicationId));
}

async function newestAdvice(reader: Reader, condition: SQL): Promise<AdviceRecord | null> {
  const found = reader.select().from(adviceRecords).where(condition);
  const [row] = await found.orderBy(desc(adviceRecords.at)).limit(1);
  return row ? { ...row, at: isoOf(row.at) } : null;
}

/** From then on none is owed. */
export async function addAdvice(
  tx: Transaction,
  advice: Omit<AdviceRecord, 'at'> & { at: number },
): Promise<void> {
  await tx.insert(adviceRecords).values(advice);
  await tx.update(applications).set({ adviceOwed: false }).where(eq(applications.id, advice.applicationId));
}

import { eq } from 'drizzle-orm';
import type { Reader } from './client';
import { preparations } from './schema/desk';

export type PreparationRecord = typeof preparations.$inferSelect;

export async function findPreparationOf(
  reader: Reader,
  applicationId: string,
): Promise<PreparationRecord | null> {
  const [row] = await reader
    .select()
    .from(preparations)
    .where(eq(preparations.applicationId, applicationId))
    .limit(1);
  return row ?? null;
}

import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../client';
import { keepReach } from '../insights/archive';
import { preparations } from '../schema/desk';

/** What staff had prepared, without its applications; returns the ids of the preparations. */
export async function deletePreparations(
  tx: Transaction,
  by: 'id' | 'applicationId',
  ids: readonly string[],
): Promise<string[]> {
  const among = inArray(preparations[by], [...ids]);
  await keepReach(tx, sql`select callback_id from preparations where ${among}`);
  const deleted = await tx.delete(preparations).where(among).returning({ id: preparations.id });
  return deleted.map(({ id }) => id);
}

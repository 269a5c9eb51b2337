import type { SQL } from 'drizzle-orm';
import type { Transaction } from '../client';
import { archiveMails } from '../insights/archive';
import { outbox } from '../schema/mails';

/** Returns their ids: they may have files. Those that wait, which the figures do not count, are deleted where they are found. */
export async function deleteMails(tx: Transaction, which: SQL | undefined): Promise<string[]> {
  await archiveMails(tx, which);
  const deleted = await tx.delete(outbox).where(which).returning({ id: outbox.id });
  return deleted.map(({ id }) => id);
}

/** Deleting applications with all data about them. */
import { inArray } from 'drizzle-orm';
import { leaveHandovers } from '../cases/handovers';
import type { Transaction } from '../client';
import { deleteOpenEvidence } from '../evidence';
import { applications } from '../schema/applications';
import { outbox } from '../schema/mails';

/** Ids of the deleted applications, of the completed ones among them, and of their mails, which may have files. */
type Deletion = { applications: string[]; completed: string[]; mails: string[] };

/**
 * Deletes applications, and by `on delete cascade` their data sets and mails; the proofs of completed ones stay. Unknown
 * ids are skipped. Pass some hundred at most, because other writes wait. The write-ahead log of a local file contains the
 * deleted data until `db.checkpoint`.
 */
export async function deleteRows(tx: Transaction, ids: string[]): Promise<Deletion> {
  await deleteOpenEvidence(tx, ids);
  await leaveHandovers(tx, ids);
  const mails = await tx.select({ id: outbox.id }).from(outbox).where(inArray(outbox.applicationId, ids));
  const deleted = await tx
    .delete(applications)
    .where(inArray(applications.id, ids))
    .returning({ id: applications.id, completedAt: applications.completedAt });
  const completed = deleted.filter(({ completedAt }) => completedAt !== null);
  return { applications: idsOf(deleted), completed: idsOf(completed), mails: idsOf(mails) };
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

import { inArray } from 'drizzle-orm';
import { leaveHandovers } from '../cases/handovers';
import type { Transaction } from '../client';
import { deleteOpenEvidence } from '../evidence';
import { archiveApplications } from '../insights/archive';
import { applications } from '../schema/applications';
import { outbox } from '../schema/mails';

/** Ids of the deleted applications, of the completed ones among them, and of their mails, which may have files. */
type Deletion = { applications: string[]; completed: string[]; mails: string[] };

/** Some hundred ids at most: other writes wait. The log has the data until `checkpoint`; proofs of completed ones stay. */
export async function deleteRows(tx: Transaction, ids: string[]): Promise<Deletion> {
  await archiveApplications(tx, ids);
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

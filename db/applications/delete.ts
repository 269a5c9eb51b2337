/** Deleting applications with all data about them. */
import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import { recordAction } from '../audit/record';
import { leaveHandovers } from '../cases/handovers';
import type { Database, Transaction } from '../client';
import { deleteOpenEvidence } from '../evidence';
import { applications } from '../schema/applications';
import { outbox } from '../schema/mails';

/** Ids of the deleted applications and mails. The mails may have files outside the database. */
type Deletion = { applications: string[]; mails: string[] };

/**
 * Deletes applications, their data sets and their mails, and records the actor at instant `now` (ms). Unknown ids are
 * skipped. Pass some hundred ids at most: it is one transaction, and other writes wait for it. The write-ahead log of a
 * local file contains the deleted data until `db.checkpoint`.
 *
 * @param afterCompleted called in the transaction after completed applications were deleted
 */
export async function deleteApplications(
  db: Database,
  ids: readonly string[],
  actor: Actor,
  now: number,
  afterCompleted: (tx: Transaction) => Promise<void> = async () => {},
): Promise<Deletion> {
  return await db.write(async (tx) => {
    const completed = await completedAmong(tx, ids);
    const deletion = await deleteRows(tx, [...ids]);
    const open = deletion.applications.filter((id) => !completed.includes(id));
    await recordAction(tx, actor, 'application_deleted', open, now);
    await recordAction(tx, actor, 'completed_application_deleted', completed, now);
    if (completed.length > 0) await afterCompleted(tx);
    return deletion;
  });
}

async function completedAmong(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(inArray(applications.id, [...ids]), isNotNull(applications.completedAt)));
  return rows.map(({ id }) => id);
}

/**
 * Deletes the rows only; data sets and mails are deleted by `on delete cascade`. The proofs of completed applications
 * stay.
 */
export async function deleteRows(tx: Transaction, ids: string[]): Promise<Deletion> {
  await deleteOpenEvidence(tx, ids);
  await leaveHandovers(tx, ids);
  const mails = await tx.select({ id: outbox.id }).from(outbox).where(inArray(outbox.applicationId, ids));
  const deleted = await tx
    .delete(applications)
    .where(inArray(applications.id, ids))
    .returning({ id: applications.id });
  return { applications: deleted.map(({ id }) => id), mails: mails.map(({ id }) => id) };
}

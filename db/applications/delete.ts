/** Deleting applications with everything that is kept about them. */
import { inArray } from 'drizzle-orm';
import type { Database } from '../client';
import { applications, outbox } from '../schema';
import { type Actor, recordAction } from '../staff/audit';

export type Deletion = {
  /** Ids of the applications that were there. */
  applications: string[];
  /** Ids of their mails, of which files may be left elsewhere. */
  mails: string[];
};

/**
 * Deletes applications, their data sets and their mails, and notes who did it at instant `now` (ms); unknown ids are
 * skipped. One transaction: give it no more than some hundred ids at a time, others want to write too. Until
 * `db.checkpoint` the write-ahead log of a local file still holds what is deleted.
 */
export async function deleteApplications(
  db: Database,
  ids: readonly string[],
  actor: Actor,
  now: number,
): Promise<Deletion> {
  return await db.write(async (tx) => {
    const wanted = [...ids];
    const mails = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(inArray(outbox.applicationId, wanted));
    // data sets and mails go with it: their references say `on delete cascade`
    const deleted = await tx
      .delete(applications)
      .where(inArray(applications.id, wanted))
      .returning({ id: applications.id });
    const gone = deleted.map(({ id }) => id);
    await recordAction(tx, actor, 'application_deleted', gone, now);
    return { applications: gone, mails: mails.map(({ id }) => id) };
  });
}

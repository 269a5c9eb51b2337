/** Deleting means gone: rows, mails, mail files, and the traces in the write-ahead log (contract 5). */
import { deleteApplications } from '#db/applications/delete';
import type { Actor } from '#db/staff/audit';
import type { Context } from '../../../context';
import { traceOf } from '../../../log';
import { discardMails } from '../../../mail/discard';

const idsAtOnce = 200;

/** Deletes the applications with these ids and answers how many there were; unknown ids are skipped. */
export async function removeApplications(
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<number> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  let removed = 0;
  try {
    for (let from = 0; from < wanted.length; from += idsAtOnce) {
      const some = wanted.slice(from, from + idsAtOnce);
      const { applications, mails } = await deleteApplications(context.db, some, actor, context.now());
      removed += applications.length;
      await discardMails(context, mails);
    }
  } finally {
    // also after a failure half way: what was deleted until then is to be gone
    if (removed > 0) await emptyLog(context);
  }
  return removed;
}

/** The rows are deleted whatever becomes of this; the next deletion, or the end of the process, tries again. */
async function emptyLog({ db, log }: Context): Promise<void> {
  try {
    await db.checkpoint();
  } catch (error) {
    log('error', 'checkpoint_failed', traceOf(error));
  }
}

/** Deletes everything about an application: rows, mails, mail files, and what the write-ahead log still contains. */
import { deleteApplications } from '#db/applications/delete';
import type { Actor } from '#domain/accounts/actors';
import type { Context } from '../../../context';
import { deleteMailFiles, emptyLog } from '../../../erase';
import { alertIfMany } from '../alerts';

/** Each application has some ten mails in several indexes: 10 keep others waiting for some 10 ms. */
const batchSize = 10;

/** Deletes the applications with these ids; returns how many there were. Unknown ids are skipped. */
export async function deleteCompletely(
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<number> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  let deleted = 0;
  let isAlarming = false;
  try {
    for (let from = 0; from < wanted.length; from += batchSize) {
      const some = wanted.slice(from, from + batchSize);
      const { applications, mails } = await deleteApplications(
        context.db,
        some,
        actor,
        context.now(),
        async (tx) => {
          // checked on each run: the transaction may run again, and then nothing of its first run is left
          const isRaised = await alertIfMany(context, tx, 'many_deleted', actor);
          isAlarming ||= isRaised;
        },
      );
      deleted += applications.length;
      await deleteMailFiles(context, mails);
    }
  } finally {
    // also after a failure: what was deleted until then must leave the log too
    if (deleted > 0) await emptyLog(context);
    if (isAlarming) context.wakeMail();
  }
  return deleted;
}

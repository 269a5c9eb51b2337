import { deleteRows } from '#db/applications/delete';
import type { Actor } from '#domain/accounts/actors';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { deleteMailFiles, emptyLog } from '../../../erase';
import { alertIfMany } from '../../../mail/alerting';

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
  try {
    for (let from = 0; from < wanted.length; from += batchSize) {
      const some = wanted.slice(from, from + batchSize);
      const { applications, mails } = await perform(context, actor, (deed) =>
        deleteSome(context, deed, actor, some),
      );
      deleted += applications.length;
      await deleteMailFiles(context, mails);
    }
  } finally {
    // also after a failure: what was deleted until then must leave the log too
    if (deleted > 0) await emptyLog(context);
  }
  return deleted;
}

async function deleteSome(context: Context, deed: Deed, actor: Actor, ids: string[]) {
  const deletion = await deleteRows(deed.tx, ids);
  const { applications, completed } = deletion;
  const open = applications.filter((id) => !completed.includes(id));
  await deed.record('application_deleted', open);
  await deed.record('completed_application_deleted', completed);
  if (completed.length > 0 && (await alertIfMany(context, deed.tx, 'many_deleted', actor))) deed.wakeMail();
  return deletion;
}

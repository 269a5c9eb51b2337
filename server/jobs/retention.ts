import { fileOf } from '#db/driver/local/files';
import { missingMails } from '#db/mails/log';
import { deleteExpired, takeTurn } from '#db/retention';
import { boundaryOf, type RetentionKind, retentionKinds } from '#domain/retention/periods';
import { deleteOldReplaced } from '../backups/replaced';
import { isRemote } from '../config';
import type { Context } from '../context';
import { deleteMailFiles } from '../deed';

type Needs = Pick<Context, 'db' | 'cipher' | 'config' | 'now' | 'site' | 'log' | 'mailer'>;

const filesAtOnce = 20;
/** Databases whose leftover mail files and write-ahead log this process has already cleaned. */
const cleaned = new WeakSet<Context['db']>();

export async function deleteWhatIsOver(context: Needs): Promise<Partial<Record<RetentionKind, number>>> {
  const deleted: Partial<Record<RetentionKind, number>> = {};
  const failures: unknown[] = [];
  try {
    for (const kind of retentionKinds) {
      // one kind that fails must not keep the others for ever
      const count = await deleteDue(context, kind).catch((error: unknown) => {
        failures.push(error);
        return 0;
      });
      if (count > 0) deleted[kind] = count;
    }
  } finally {
    if (!cleaned.has(context.db)) await clean(context);
  }
  try {
    deleteReplaced(context);
  } catch (error) {
    failures.push(error);
  }
  if (failures.length > 0) throw failures[0];
  return deleted;
}

async function deleteDue(context: Needs, kind: RetentionKind): Promise<number> {
  const { db, config, now, site, log } = context;
  const at = kind === 'offers' ? site.offerNow() : now();
  const before = boundaryOf(kind, config.retention, at);
  if (before === null) return 0;
  const most = await takeTurn(db, kind, { before, now: at });
  let deleted = 0;
  try {
    while (deleted < most) {
      const { count, mails } = await deleteExpired(db, context.cipher, kind, {
        before,
        most: most - deleted,
      });
      if (count === 0) break;
      deleted += count;
      cleaned.delete(db);
      await deleteMailFiles(context, mails);
    }
  } finally {
    if (deleted > 0) log('info', 'expired_data_erased', { kind, count: deleted });
  }
  return deleted;
}

function deleteReplaced({ config, now, log }: Needs): void {
  const file = isRemote(config.database) ? undefined : fileOf(config.database.url);
  const count = file === undefined ? 0 : deleteOldReplaced(file, now());
  if (count > 0) log('info', 'replaced_database_deleted', { files: count });
}

/** What mail files and the log still contain of deleted rows, also of those that an earlier process deleted and died. */
async function clean(context: Needs): Promise<void> {
  const { db, mailer } = context;
  try {
    const kept = await mailer.kept();
    for (let from = 0; from < kept.length; from += filesAtOnce) {
      await deleteMailFiles(context, await missingMails(db, kept.slice(from, from + filesAtOnce)));
    }
  } finally {
    await db.checkpoint();
  }
  cleaned.add(db);
}

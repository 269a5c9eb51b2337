import { fileOf } from '#db/driver/local/files';
import { deleteExpired, takeTurn } from '#db/retention';
import { boundaryOf, type RetentionKind, retentionKinds } from '#domain/retention/periods';
import type { StateName } from '#domain/site-state';
import { deleteOldReplaced } from '../backups/replaced';
import { isRemote } from '../config';
import type { Context } from '../context';
import { deleteMailFiles } from '../deed';
import { cleanLeftovers } from '../mails/delivery';

type Needs = Pick<Context, 'db' | 'cipher' | 'config' | 'now' | 'site' | 'log' | 'mailer'>;

/** Databases whose leftovers this process has cleaned, and in which state of the site: another instance may end a trial. */
const cleaned = new WeakMap<Context['db'], StateName>();

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
    const { state } = context.site.current();
    if (cleaned.get(context.db) !== state) await cleanLeftovers(context);
    cleaned.set(context.db, state);
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

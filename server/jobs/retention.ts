/** Deletes open applications that were not changed for `RETENTION_DAYS`, with all their data. */
import { deleteForgotten, takeDeletionTurn } from '#db/applications/forgotten';
import { missingMails } from '#db/mails/outbox';
import type { Context } from '../context';
import { deleteMailFiles } from '../mail/files';

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'mailer'>;

const day = 24 * 3_600_000;
const batchSize = 20;
/** Databases whose leftover mail files and write-ahead log this process has already cleaned. */
const cleaned = new WeakSet<Context['db']>();

/** Deletes what is due now, within the limits of a turn; returns how many applications. */
export async function deleteForgottenApplications(context: Needs): Promise<number> {
  let deleted = 0;
  try {
    deleted = await deleteDue(context);
  } finally {
    if (!cleaned.has(context.db)) await clean(context);
  }
  if (deleted > 0) context.log('info', 'applications_erased', { count: deleted });
  return deleted;
}

async function deleteDue(context: Needs): Promise<number> {
  const { db, config, now } = context;
  if (config.retentionDays <= 0) return 0;
  const at = now();
  const untouchedSince = at - config.retentionDays * day;
  const most = await takeDeletionTurn(db, { untouchedSince, now: at });
  let deleted = 0;
  while (deleted < most) {
    const limit = Math.min(batchSize, most - deleted);
    const { applications, mails } = await deleteForgotten(db, { untouchedSince, limit });
    if (applications.length === 0) break;
    deleted += applications.length;
    cleaned.delete(db);
    await deleteMailFiles(context, mails);
  }
  return deleted;
}

/**
 * Deletes what mail files and the write-ahead log still contain of deleted rows. The first run of a process also does
 * this for rows that an earlier process deleted before it died.
 */
async function clean(context: Needs): Promise<void> {
  const { db, mailer } = context;
  try {
    const kept = await mailer.kept();
    for (let from = 0; from < kept.length; from += batchSize) {
      await deleteMailFiles(context, await missingMails(db, kept.slice(from, from + batchSize)));
    }
  } finally {
    await db.checkpoint();
  }
  cleaned.add(db);
}

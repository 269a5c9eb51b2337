/** Erases open applications that nobody came back to, with all their data (contract 1, `RETENTION_DAYS`). */
import { eraseForgotten } from '../../db/retention';
import type { Context } from '../context';
import { traceOf } from '../log';

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'mailer'>;

const day = 24 * 3_600_000;
const atOnce = 100;
/** Databases out of whose log nothing is owed; one that could not be emptied is tried at the next look. */
const emptied = new WeakSet<Context['db']>();

/** Erases what is due at this instant; answers how many applications that were. Throws while the database is away. */
export async function eraseForgottenApplications(context: Needs): Promise<number> {
  const { db, log } = context;
  let erased = 0;
  try {
    erased = await eraseDue(context);
  } finally {
    await emptyLog(db);
  }
  if (erased > 0) log('info', 'applications_erased', { count: erased });
  return erased;
}

async function eraseDue(context: Needs): Promise<number> {
  const { db, config, now } = context;
  if (config.retentionDays <= 0) return 0;
  const untouchedSince = now() - config.retentionDays * day;
  for (let erased = 0; ; ) {
    const { applications, mails } = await eraseForgotten(db, { untouchedSince, limit: atOnce });
    if (applications === 0) return erased;
    erased += applications;
    emptied.delete(db);
    for (const id of mails) await discard(context, id);
  }
}

/** What is erased goes from the write-ahead log too; at the first look also what a process deleted that then died. */
async function emptyLog(db: Context['db']): Promise<void> {
  if (emptied.has(db)) return;
  await db.checkpoint();
  emptied.add(db);
}

async function discard({ mailer, log }: Needs, id: string): Promise<void> {
  try {
    await mailer.discard(id);
  } catch (error) {
    log('error', 'mail_not_discarded', { mail: id, ...traceOf(error) });
  }
}

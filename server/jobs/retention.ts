/** Erases open applications that nobody came back to, with all their data (contract 1, `RETENTION_DAYS`). */
import { eraseForgotten } from '../../db/retention';
import type { Context } from '../context';
import { traceOf } from '../log';

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'mailer'>;

const day = 24 * 3_600_000;
const atOnce = 100;

/** Erases what is due at this instant; answers how many applications that were. Throws while the database is away. */
export async function eraseForgottenApplications(context: Needs): Promise<number> {
  const { db, config, now, log } = context;
  if (config.retentionDays <= 0) return 0;
  const untouchedSince = now() - config.retentionDays * day;
  let erased = 0;
  try {
    for (;;) {
      const { applications, mails } = await eraseForgotten(db, { untouchedSince, limit: atOnce });
      if (applications === 0) break;
      erased += applications;
      for (const id of mails) await discard(context, id);
    }
  } finally {
    // gone from the write-ahead log too, also after a failure half way
    if (erased > 0) await db.checkpoint();
  }
  if (erased > 0) log('info', 'applications_erased', { count: erased });
  return erased;
}

async function discard({ mailer, log }: Needs, id: string): Promise<void> {
  try {
    await mailer.discard(id);
  } catch (error) {
    log('error', 'mail_not_discarded', { mail: id, ...traceOf(error) });
  }
}

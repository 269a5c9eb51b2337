/** Erases open applications that nobody came back to, with all their data (contract 1, `RETENTION_DAYS`). */
import { eraseForgotten, missingMails, takeErasingTurn } from '#db/applications/forgotten';
import type { Context } from '../context';
import { discardMails } from '../mail/discard';

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'mailer'>;

const day = 24 * 3_600_000;
const atOnce = 100;
/** Databases of which nothing erased is left elsewhere, as far as this process knows. */
const tidied = new WeakSet<Context['db']>();

/** Erases what is due at this instant, within the limits of a turn; returns how many. Throws while the database is away. */
export async function eraseForgottenApplications(context: Needs): Promise<number> {
  let erased = 0;
  try {
    erased = await eraseDue(context);
  } finally {
    if (!tidied.has(context.db)) await tidy(context);
  }
  if (erased > 0) context.log('info', 'applications_erased', { count: erased });
  return erased;
}

async function eraseDue(context: Needs): Promise<number> {
  const { db, config, now } = context;
  if (config.retentionDays <= 0) return 0;
  const at = now();
  const untouchedSince = at - config.retentionDays * day;
  const most = await takeErasingTurn(db, { untouchedSince, now: at });
  let erased = 0;
  while (erased < most) {
    const limit = Math.min(atOnce, most - erased);
    const { applications, mails } = await eraseForgotten(db, { untouchedSince, limit });
    if (applications === 0) break;
    erased += applications;
    tidied.delete(db);
    await discardMails(context, mails);
  }
  return erased;
}

/**
 * What is erased goes from files and write-ahead log too. At the first look of a process also what another one erased,
 * or staff deleted, that died before it came to this.
 */
async function tidy(context: Needs): Promise<void> {
  const { db } = context;
  try {
    await discardLeftovers(context);
  } finally {
    await db.checkpoint();
  }
  tidied.add(db);
}

async function discardLeftovers(context: Needs): Promise<void> {
  const { db, mailer } = context;
  const kept = await mailer.kept();
  for (let from = 0; from < kept.length; from += atOnce) {
    await discardMails(context, await missingMails(db, kept.slice(from, from + atOnce)));
  }
}

/** Sending again what was given up: the worker takes it like a new mail. */
import { findMail, resendableMails, retryFailed } from '#db/mails/resend';
import { type Actor, recordAction } from '#db/staff/audit';
import type { Context } from '../../../context';

export type Resending = 'queued' | 'unknown' | 'not_failed' | 'pointless';

/** Mails in one transaction: short enough that a visitor's save hardly waits for it. */
const atOnce = 500;

/** Makes a failed mail due at once; a mail that went out, is on its way or has lost its reason stays as it is. */
export async function resendMail(context: Context, id: string, actor: Actor): Promise<Resending> {
  if ((await resend(context, [id], actor)) > 0) return 'queued';
  const mail = await context.db.write((tx) => findMail(tx, id));
  if (!mail) return 'unknown';
  return mail.status === 'failed' ? 'pointless' : 'not_failed';
}

/** Makes all failed mails due at once that may go out together; returns how many. */
export async function resendFailedMails(context: Context, actor: Actor): Promise<number> {
  // asked of the writer: a replica may not show yet what has just failed
  const mails = await context.db.write((tx) => resendableMails(tx));
  const ids = mails.map(({ id }) => id);
  let queued = 0;
  for (let from = 0; from < ids.length; from += atOnce) {
    queued += await resend(context, ids.slice(from, from + atOnce), actor);
  }
  return queued;
}

async function resend({ db, now, wakeMail }: Context, ids: string[], actor: Actor): Promise<number> {
  const queued = await db.write(async (tx) => {
    const again = await retryFailed(tx, ids, now());
    await recordAction(tx, actor, 'mail_resent', again, now());
    return again.length;
  });
  if (queued > 0) wakeMail();
  return queued;
}

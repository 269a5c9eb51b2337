/** Sends failed mails again: the worker handles them like new ones. */

import { recordAction } from '#db/audit/record';
import { findMail, resendableMails, retryFailed } from '#db/mails/resend';
import type { Actor } from '#domain/accounts/actors';
import type { Context } from '../../../context';

type Resending = 'queued' | 'unknown' | 'not_failed' | 'pointless';

/** Mails in one transaction: few enough that a visitor's save hardly waits for it. */
const batchSize = 500;

/** Makes a failed mail due now. A mail that was sent, is waiting or has no reason any more stays as it is. */
export async function resendMail(context: Context, id: string, actor: Actor): Promise<Resending> {
  if ((await resend(context, [id], actor)) > 0) return 'queued';
  const mail = await context.db.write((tx) => findMail(tx, id));
  if (!mail) return 'unknown';
  return mail.status === 'failed' ? 'pointless' : 'not_failed';
}

/** Makes those failed mails due now that can be sent again together; returns how many. */
export async function resendFailedMails(context: Context, actor: Actor): Promise<number> {
  // read in a write, because a replica may not have the latest failures yet
  const mails = await context.db.write((tx) => resendableMails(tx));
  const ids = mails.map(({ id }) => id);
  let queued = 0;
  for (let from = 0; from < ids.length; from += batchSize) {
    queued += await resend(context, ids.slice(from, from + batchSize), actor);
  }
  return queued;
}

async function resend({ db, now, wakeMail }: Context, ids: string[], actor: Actor): Promise<number> {
  const queued = await db.write(async (tx) => {
    const resent = await retryFailed(tx, ids, now());
    await recordAction(tx, actor, 'mail_resent', resent, now());
    return resent.length;
  });
  if (queued > 0) wakeMail();
  return queued;
}

import { findMail, resendableMails, retryFailed } from '#db/mails/log';
import { resumeMails } from '#db/mails/recipients';
import type { Actor } from '#domain/accounts/actors';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { refusals } from '../../../refusal';

/** Mails in one transaction: few enough that a visitor's save hardly waits for it. */
const batchSize = 500;

/** Makes a mail due now that failed or came back. A mail that was sent, is waiting or has no reason any more stays as it is. */
export async function resendMail(context: Context, actor: Actor, id: string): Promise<void> {
  await perform(context, actor, async (deed) => {
    const resent = await resend(deed, [id]);
    const mail = await findMail(deed.tx, id);
    if (mail && resent > 0) return await resumeMails(deed.tx, mail.recipientEmail);
    if (!mail) throw refusals.notFound('Diese E-Mail gibt es nicht.');
    throw refusals.conflict(
      mail.status === 'failed' || mail.status === 'bounced'
        ? 'Der Anlass dieser E-Mail besteht nicht mehr.'
        : 'Diese E-Mail ist nicht fehlgeschlagen.',
    );
  });
}

/** Makes those failed mails due now that can be sent again together; returns how many. */
export async function resendFailedMails(context: Context, actor: Actor): Promise<number> {
  // read in a write, because a replica may not have the latest failures yet
  const mails = await context.db.write((tx) => resendableMails(tx));
  const ids = mails.map(({ id }) => id);
  let queued = 0;
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize);
    queued += await perform(context, actor, (deed) => resend(deed, batch));
  }
  return queued;
}

async function resend({ tx, at, record, wakeMail }: Deed, ids: readonly string[]): Promise<number> {
  const resent = await retryFailed(tx, ids, at);
  await record('mail_resent', resent);
  if (resent.length > 0) wakeMail();
  return resent.length;
}

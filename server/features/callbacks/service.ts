/** A visitor asks for a call: stored and both mails queued in one transaction. */
import { addCallback } from '#db/callbacks';
import type { Transaction } from '#db/client';
import { queueVisitorMail } from '#db/mails/cap';
import { queueMail } from '#db/mails/outbox';
import { type CallbackRequest, defaultSource } from '#domain/callback';
import { mailSubject } from '#emails/render';
import type { Context } from '../../context';
import { callbackProps } from './mails';

/** Takes a checked request in; answers its id. `source` is what the address said, or null. */
export async function requestCallback(
  context: Context,
  request: CallbackRequest,
  source: string | null,
): Promise<string> {
  const { name, phone, email, preferredTime } = request;
  const callback = {
    name,
    phone,
    email,
    preferredTime: preferredTime || null,
    source: source ?? defaultSource,
  };
  const createdAt = context.now();
  const id = await context.db.write(async (tx) => {
    const id = await addCallback(tx, callback, createdAt);
    await queueMails(context, tx, { ...callback, id, createdAt });
    return id;
  });
  context.wakeMail();
  return id;
}

async function queueMails(
  context: Context,
  tx: Transaction,
  callback: Parameters<typeof callbackProps>[1] & { email: string },
) {
  const { config } = context;
  const about = { callbackRequestId: callback.id, now: callback.createdAt };
  const props = callbackProps(context, callback);
  const confirmation = {
    ...about,
    emailType: 'callback_confirmation' as const,
    recipientEmail: callback.email,
    recipientName: callback.name,
    subject: mailSubject('callback_confirmation', props),
  };
  await queueVisitorMail(tx, confirmation, { capped: config.rateLimit });
  await queueMail(tx, {
    ...about,
    emailType: 'callback_notification',
    recipientEmail: config.mailInternalTo,
    subject: mailSubject('callback_notification', props),
  });
}

/** What the mails about a callback request have to be told. */
import { type CallbackRecord, findCallback } from '#db/callbacks';
import type { OutboxMail } from '#db/mails/outbox';
import type { CallbackNotificationProps } from '#emails/callback-notification.tsx';
import { type RenderedMail, renderMail } from '#emails/render';
import type { Context } from '../../context';

type NotifiedOf = Pick<
  CallbackRecord,
  'id' | 'name' | 'phone' | 'email' | 'preferredTime' | 'source' | 'createdAt'
>;

/** Props of the notification; the confirmation to the visitor takes a part of them. */
export function callbackProps(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { id, createdAt, ...callback }: NotifiedOf,
): CallbackNotificationProps {
  return {
    ...callback,
    publicUrl: publicUrl(),
    requestId: id,
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** Writes a queued mail about a callback request; null when the request is gone. */
export async function renderCallbackMail(
  context: Pick<Context, 'db' | 'publicUrl'>,
  { emailType, callbackRequestId }: OutboxMail,
): Promise<RenderedMail | null> {
  if (emailType !== 'callback_confirmation' && emailType !== 'callback_notification') return null;
  const callback = callbackRequestId ? await findCallback(context.db.read, callbackRequestId) : null;
  return callback && renderMail(emailType, callbackProps(context, callback));
}

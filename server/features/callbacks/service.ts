/** A visitor asks for a call: stored and its mails queued in one transaction. */
import { addCallback } from '#db/callbacks';
import { type CallbackRequest, defaultSource } from '#domain/callback';
import type { Context } from '../../context';
import { queueMails } from '../../mail/kinds';

/** Takes a checked request in; returns its id. `source` is what the address said, or null. */
export async function requestCallback(
  context: Context,
  { name, phone, email, preferredTime }: CallbackRequest,
  source: string | null,
): Promise<string> {
  const callback = {
    name,
    phone,
    email,
    preferredTime: preferredTime || null,
    source: source ?? defaultSource,
  };
  const id = await context.db.write(async (tx) => {
    const id = await addCallback(tx, callback, context.now());
    await queueMails(context, tx, 'callback_requested', { callbackRequestId: id });
    return id;
  });
  context.wakeMail();
  return id;
}

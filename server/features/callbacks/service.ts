/** Callback requests of visitors. */
import { addCallback, type CallbackRecord } from '#db/callbacks';
import { type Callback, type CallbackRequest, defaultSource } from '#domain/callback';
import type { Context } from '../../context';
import { queueMails } from '../../mail/kinds';

/** Stores a valid request and queues its mails in one transaction; returns its id. `source` is null if not known. */
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

/** A callback request as staff see it. */
export function callbackView({ processedAt, createdAt, ...request }: CallbackRecord): Callback {
  return { ...request, processed: processedAt !== null, createdAt: new Date(createdAt).toISOString() };
}

/** Callback requests of visitors. */
import { addCallback, type CallbackRecord, findCallback } from '#db/callbacks/requests';
import { addEvidence } from '#db/evidence';
import type { CallbackRow } from '#domain/callbacks/calls';
import { type Callback, type CallbackRequest, defaultSource } from '#domain/callbacks/request';
import type { Context } from '../../context';
import { type SendingId, sendingOf } from '../../http/forms/sending';
import { queueMails } from '../../mail/kinds';

/** `source` is null if not known; `network` is the `networkHash` of the client. */
type Origin = { source: string | null; network: string; sending: SendingId };

/**
 * Stores a valid request with the proof of its consent, and queues its mails, in one transaction; returns its id. Sent
 * again, it is the same request.
 */
export async function requestCallback(
  context: Context,
  { name, phone, email, preferredTime }: CallbackRequest,
  { source, network, sending }: Origin,
): Promise<string> {
  const callback = {
    name,
    phone,
    email,
    preferredTime: preferredTime || null,
    source: source ?? defaultSource,
  };
  const sent = sendingOf<string>(context, sending, Object.values(callback));
  const { id, isNew } = await context.db.write(async (tx) => {
    const known = await sent.known(tx);
    // it may have been erased since
    if (known !== null && (await findCallback(tx, known))) return { id: known, isNew: false };
    const at = context.now();
    const id = await addCallback(tx, callback, at);
    const wordingSha256 = context.wordings.hashes.calls;
    await addEvidence(tx, context.cipher, [
      { kind: 'call_consent', way: 'page', at, callbackId: id, wordingSha256, email },
    ]);
    await queueMails(context, tx, 'callback_requested', { callbackRequestId: id }, network);
    await sent.note(tx, id);
    return { id, isNew: true };
  });
  if (isNew) context.wakeMail();
  return id;
}

/** A callback request as staff see it. */
export function callbackView({ request }: CallbackRecord): Callback {
  const { processedAt, createdAt, ...rest } = request;
  return { ...rest, processed: processedAt !== null, createdAt: new Date(createdAt).toISOString() };
}

/** The same with its calls, for the list. */
export function callbackRow(
  { config, now }: Pick<Context, 'config' | 'now'>,
  record: CallbackRecord,
): CallbackRow {
  const { request, attempts, lastOutcome, lastCallAt, nextCallAt } = record;
  const { processedAt, createdAt } = request;
  const lastActivity = Math.max(createdAt, processedAt ?? 0, lastCallAt ?? 0);
  const { callbackDays } = config.retention;
  return {
    ...callbackView(record),
    attempts,
    lastOutcome,
    lastCallAt: isoOf(lastCallAt),
    nextCallAt: isoOf(nextCallAt),
    overdue: processedAt === null && nextCallAt !== null && nextCallAt < now(),
    keepUntil: callbackDays === 0 ? null : isoOf(lastActivity + callbackDays * dayMs),
  };
}

const dayMs = 24 * 3_600_000;

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

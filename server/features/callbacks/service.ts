/** Callback requests of visitors. */
import { addCallback, type CallbackRecord } from '#db/callbacks/requests';
import { addEvidence } from '#db/evidence';
import type { CallbackRow } from '#domain/backoffice/calls';
import { type Callback, type CallbackRequest, defaultSource } from '#domain/callback';
import type { Context } from '../../context';
import { queueMails } from '../../mail/kinds';

/**
 * Stores a valid request with the proof of its consent, and queues its mails, in one transaction; returns its id. `source`
 * is null if not known; `network` is the `networkHash` of the client.
 */
export async function requestCallback(
  context: Context,
  { name, phone, email, preferredTime }: CallbackRequest,
  source: string | null,
  network: string,
): Promise<string> {
  const callback = {
    name,
    phone,
    email,
    preferredTime: preferredTime || null,
    source: source ?? defaultSource,
  };
  const id = await context.db.write(async (tx) => {
    const at = context.now();
    const id = await addCallback(tx, callback, at);
    const wordingSha256 = context.wordings.hashes.calls;
    await addEvidence(tx, context.cipher, [
      { kind: 'call_consent', way: 'page', at, callbackId: id, wordingSha256, email },
    ]);
    await queueMails(context, tx, 'callback_requested', { callbackRequestId: id }, network);
    return id;
  });
  context.wakeMail();
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

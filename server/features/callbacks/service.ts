import { addCallback, type CallbackRecord, findCallback } from '#db/callbacks';
import { addEvidence } from '#db/evidence';
import type { Callback, CallbackRequest } from '#domain/callbacks/request';
import { defaultSource } from '#domain/fields';
import { isoOf } from '#domain/time';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { type SendingId, sendingOf } from '../../http/forms/sending';

/** `source` is null if not known; `network` is the `networkHash` of the client. */
type Origin = { source: string | null; network: string; sending: SendingId };

/** Stores a valid request with the proof of its consent; returns its id. Sent again, it is the same request. */
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
  return await perform(context, null, async ({ tx, at, mail }) => {
    const known = await sent.known(tx);
    // it may have been erased since
    if (known !== null && (await findCallback(tx, known))) return known;
    const id = await addCallback(tx, callback, at);
    const wordingSha256 = context.wordings.hashes.calls;
    await addEvidence(tx, context.cipher, [
      { kind: 'call_consent', way: 'page', at, callbackId: id, wordingSha256, email },
    ]);
    await mail('callback_requested', { callbackRequestId: id }, { network });
    await sent.note(tx, id);
    return id;
  });
}

export function callbackView({ request }: CallbackRecord): Callback {
  const { processedAt, createdAt, noCallsAt, reply, reached: _, ...rest } = request;
  const [processed, noCalls] = [processedAt !== null, noCallsAt !== null];
  const replied = reply && { at: isoOf(reply.at), text: reply.text };
  return { ...rest, processed, noCalls, createdAt: isoOf(createdAt), reply: replied };
}

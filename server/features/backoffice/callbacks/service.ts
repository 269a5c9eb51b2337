import { addCall, type CallbackRecord, callOf, findCall, findCallback, processCallback } from '#db/callbacks';
import { addEvidence } from '#db/evidence';
import type { Actor } from '#domain/accounts/actors';
import {
  type Call,
  type CallbackRow,
  type NewCall,
  nextCallOf,
  noCallsSentence,
  wrongNextCall,
} from '#domain/callbacks/calls';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { refusals } from '../../../refusal';
import { repeated, requestHash } from '../../../repeats';
import { callbackRow } from './rows';

export const unknownCallback = () => refusals.notFound('Diese Rückruf-Anfrage gibt es nicht.');

/** Logs a call with its proof, and marks the request as processed if it is done. The same call again does nothing. */
export async function logCall(
  context: Context,
  actor: Actor,
  callbackId: string,
  given: NewCall,
): Promise<Call> {
  const { id, outcome, note, done = false } = given;
  const request = { requestHash: hashOf(given) };
  return await perform(context, actor, async (deed) => {
    const { tx, at, calendar, record } = deed;
    const before = repeated(await findCall(tx, id), { callbackId, ...request });
    if (before) return callOf(before);
    const { request: callback } = await knownCallback(tx, callbackId);
    if (callback.noCallsAt !== null) throw refusals.conflict(noCallsSentence(callback.noCallsAt));
    const wrong = wrongNextCall(given, at);
    if (wrong) throw refusals.invalid([wrong]);
    const stored = { id, callbackId, at, username: actor.username, outcome, note: note || null };
    const call = { ...stored, nextCallAt: nextCallOf(given, at, calendar), done, ...request };
    await addCall(tx, call);
    const email = callback.email ?? undefined;
    await addEvidence(tx, context.cipher, [{ kind: 'call_made', way: 'phone', at, callbackId, email }]);
    await record('callback_called', [callbackId]);
    if (done) await processInDeed(deed, callbackId);
    return callOf(call);
  });
}

function hashOf({ outcome, note = '', nextCallAt = '', done = false }: NewCall): string {
  return requestHash([outcome, note, nextCallAt, done]);
}

export async function markProcessed(context: Context, actor: Actor, id: string): Promise<CallbackRow> {
  return await perform(context, actor, async (deed) => {
    await processInDeed(deed, id);
    return callbackRow(context, await knownCallback(deed.tx, id));
  });
}

export async function processInDeed({ tx, at, record }: Deed, id: string): Promise<void> {
  if (await processCallback(tx, id, at)) await record('callback_processed', [id]);
}

/** @throws Refusal 404 */
export async function knownCallback(tx: Deed['tx'], id: string): Promise<CallbackRecord> {
  const found = await findCallback(tx, id);
  if (!found) throw unknownCallback();
  return found;
}

/** Logging calls about callback requests, and deleting requests. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { recordAction } from '#db/audit/record';
import { addCall, callOf, findCall } from '#db/callbacks/calls';
import { deleteCallbacks, findCallback, processCallback } from '#db/callbacks/requests';
import type { Transaction } from '#db/client';
import { addEvidence } from '#db/evidence';
import { callbackRequests } from '#db/schema/callbacks';
import type { Actor } from '#domain/accounts/actors';
import { type Call, type NewCall, nextCallOf, wrongNextCall } from '#domain/callbacks/calls';
import type { FieldError } from '#domain/fields';
import type { Context } from '../../../context';
import { deleteMailFiles, emptyLog } from '../../../erase';

type Logging =
  | { kind: 'logged'; call: Call }
  | { kind: 'invalid'; errors: FieldError[] }
  /** `different`: the id belongs to another call. */
  | { kind: 'unknown' | 'different' };

/** Logs a call with its proof, and marks the request as processed if it is done. The same call again does nothing. */
export function logCall(
  context: Context,
  callbackId: string,
  given: NewCall,
  actor: Actor,
): Promise<Logging> {
  return context.db.write((tx) => log(context, tx, { ...given, callbackId }, actor));
}

type Given = NewCall & { callbackId: string };

async function log(context: Context, tx: Transaction, given: Given, actor: Actor): Promise<Logging> {
  const { id, callbackId, outcome, note, done = false } = given;
  const now = context.now();
  const requestHash = hashOf(given);
  const before = await findCall(tx, id);
  if (before) {
    const same = before.callbackId === callbackId && before.requestHash === requestHash;
    return same ? { kind: 'logged', call: callOf(before) } : { kind: 'different' };
  }
  const found = await findCallback(tx, callbackId);
  if (!found) return { kind: 'unknown' };
  const wrong = wrongNextCall(given, now);
  if (wrong) return { kind: 'invalid', errors: [wrong] };
  const nextCallAt = nextCallOf(given, now);
  const call = { id, callbackId, at: now, username: actor.username, outcome, note: note || null };
  const stored = { ...call, nextCallAt, done, requestHash };
  await addCall(tx, stored);
  const email = found.request.email ?? undefined;
  await addEvidence(tx, context.cipher, [{ kind: 'call_made', way: 'phone', at: now, callbackId, email }]);
  await recordAction(tx, actor, 'callback_called', [callbackId], now);
  if (done) await processCallback(tx, callbackId, actor, now);
  return { kind: 'logged', call: callOf(stored) };
}

/** Of what was sent, in a fixed order. */
function hashOf({ outcome, note = '', nextCallAt = '', done = false }: NewCall): string {
  return createHash('sha256')
    .update(JSON.stringify([outcome, note, nextCallAt, done]))
    .digest('hex');
}

/** Deletes a request with its calls and mails, also from files and the write-ahead log. False if it is unknown. */
export async function deleteCallback(context: Context, id: string, actor: Actor): Promise<boolean> {
  const { callbacks, mails } = await context.db.write(async (tx) => {
    const deletion = await deleteCallbacks(tx, eq(callbackRequests.id, id));
    await recordAction(tx, actor, 'callback_deleted', deletion.callbacks, context.now());
    return deletion;
  });
  if (callbacks.length === 0) return false;
  await deleteMailFiles(context, mails);
  await emptyLog(context);
  return true;
}

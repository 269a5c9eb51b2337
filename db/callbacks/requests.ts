/** Callback requests. Instants are milliseconds since 1970. */
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import { recordAction } from '../audit/record';
import type { Database, Reader, Transaction } from '../client';
import type { Queries } from '../driver/queries';
import { callbackCalls, callbackRequests } from '../schema/callbacks';
import { outbox } from '../schema/mails';

export type CallbackRecord = Awaited<ReturnType<typeof selectCallbacks>>[number];
type NewCallback = {
  name: string;
  phone: string;
  email: string;
  preferredTime: string | null;
  /** At most 100 characters. */
  source: string;
};

/** Stores a request at instant `now`; returns its id. */
export async function addCallback(tx: Transaction, callback: NewCallback, now: number): Promise<string> {
  const id = crypto.randomUUID();
  await tx.insert(callbackRequests).values({ ...callback, id, createdAt: now });
  return id;
}

/** Requests with the last call about each, newest first. */
export function selectCallbacks(reader: Pick<Queries, 'select'>, which?: SQL, limit = -1) {
  const { attempts, lastOutcome, lastCallAt, nextCallAt } = lastCalls;
  return reader
    .select({ request: callbackRequests, attempts, lastOutcome, lastCallAt, nextCallAt })
    .from(callbackRequests)
    .leftJoin(callbackCalls, lastCalls.is)
    .where(which)
    .orderBy(desc(callbackRequests.createdAt), desc(sql`${callbackRequests}.rowid`))
    .limit(limit);
}

const lastCalls = {
  is: sql`${callbackCalls}.rowid = (
    select rowid from callback_calls call where call.callback_id = ${callbackRequests.id}
    order by call.at desc, call.rowid desc limit 1)`,
  attempts: sql<number>`(select count(*) from callback_calls call where call.callback_id = ${callbackRequests.id})`,
  lastOutcome: callbackCalls.outcome,
  lastCallAt: callbackCalls.at,
  nextCallAt: callbackCalls.nextCallAt,
};

/** The request with this id, or null. */
export async function findCallback(reader: Reader, id: string): Promise<CallbackRecord | null> {
  const [row] = await selectCallbacks(reader, eq(callbackRequests.id, id), 1);
  return row ?? null;
}

/** All requests, newest first. */
export async function listCallbacks(db: Database): Promise<CallbackRecord[]> {
  return await selectCallbacks(db.read);
}

/** Condition: not processed yet. */
export const isPending = isNull(callbackRequests.processedAt);

/** Marks a request as processed unless it is already; returns the request, or null if it is unknown. */
export async function processCallback(
  tx: Transaction,
  id: string,
  actor: Actor,
  now: number,
): Promise<CallbackRecord | null> {
  const [processed] = await tx
    .update(callbackRequests)
    .set({ processedAt: now })
    .where(and(eq(callbackRequests.id, id), isPending))
    .returning({ id: callbackRequests.id });
  if (processed) await recordAction(tx, actor, 'callback_processed', [id], now);
  return await findCallback(tx, id);
}

/**
 * Deletes requests with their calls and mails; returns which there were, and the ids of the mails. Their proofs stay.
 */
export async function deleteCallbacks(
  tx: Transaction,
  which: SQL,
): Promise<{ callbacks: string[]; mails: string[] }> {
  const found = await tx.select({ id: callbackRequests.id }).from(callbackRequests).where(which);
  const ids = found.map(({ id }) => id);
  const about = inArray(outbox.callbackRequestId, ids);
  const mails = await tx.select({ id: outbox.id }).from(outbox).where(about);
  await tx.delete(callbackRequests).where(inArray(callbackRequests.id, ids));
  return { callbacks: ids, mails: mails.map(({ id }) => id) };
}

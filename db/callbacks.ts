import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Call } from '#domain/callbacks/calls';
import type { Callback } from '#domain/callbacks/request';
import { isoOf } from '#domain/time';
import type { FieldCipher } from './bank-data/cipher';
import type { Database, Reader, Transaction } from './client';
import { statement } from './driver/queries';
import { addEvidence } from './evidence';
import { cameBack } from './mails/outbox';
import { applications } from './schema/applications';
import { callbackCalls, callbackRequests, preparations, progress } from './schema/desk';
import { outbox } from './schema/mails';
import { first } from './statements';

export type CallbackRecord = Awaited<ReturnType<typeof selectCallbacks>>[number];
type NewCallback = Omit<typeof callbackRequests.$inferInsert, 'id' | 'createdAt'>;

export function callbackView({ request }: CallbackRecord): Callback {
  const { processedAt, createdAt, noCallsAt, reply, reached: _, ...rest } = request;
  const [processed, noCalls] = [processedAt !== null, noCallsAt !== null];
  const replied = reply && { at: isoOf(reply.at), text: reply.text };
  return { ...rest, processed, noCalls, createdAt: isoOf(createdAt), reply: replied };
}

export async function addCallback(tx: Transaction, callback: NewCallback, at: number): Promise<string> {
  const id = crypto.randomUUID();
  await tx.insert(callbackRequests).values({ ...callback, id, createdAt: at });
  return id;
}

/** With the last call about each and the last application prepared for it, newest first. */
export function selectCallbacks(reader: Pick<Reader, 'select'>, which?: SQL, limit = -1) {
  const { is, ...calls } = lastCalls;
  return reader
    .select({ request: callbackRequests, undeliverable, prepared, ...calls })
    .from(callbackRequests)
    .leftJoin(callbackCalls, is)
    .leftJoin(preparations, isLastPreparation)
    .leftJoin(applications, eq(applications.id, preparations.applicationId))
    .where(which)
    .orderBy(desc(callbackRequests.createdAt), desc(sql`${callbackRequests}.rowid`))
    .limit(limit);
}

const undeliverable = cameBack(outbox.callbackRequestId, callbackRequests.id);

const prepared = { progress, expiresAt: preparations.expiresAt };
const isLastPreparation = sql`${preparations}.rowid = (
  select rowid from preparations prepared where prepared.callback_id = ${callbackRequests.id}
  order by prepared.created_at desc, prepared.rowid desc limit 1)`;

const lastCalls = {
  is: sql`${callbackCalls}.rowid = (
    select rowid from callback_calls call where call.callback_id = ${callbackRequests.id}
    order by call.at desc, call.rowid desc limit 1)`,
  attempts: sql<number>`(select count(*) from callback_calls call where call.callback_id = ${callbackRequests.id})`,
  lastOutcome: callbackCalls.outcome,
  lastCallAt: callbackCalls.at,
  nextCallAt: callbackCalls.nextCallAt,
};

/** Without the calls about it, and what became of it. */
export const requestedCallback = statement((on) =>
  on
    .select()
    .from(callbackRequests)
    .where(eq(callbackRequests.id, sql.placeholder('id'))),
);

export function findCallback(reader: Reader, id: string): Promise<CallbackRecord | null> {
  return first(selectCallbacks(reader, eq(callbackRequests.id, id)));
}

export async function listCallbacks(db: Database, source?: string): Promise<CallbackRecord[]> {
  return await selectCallbacks(db.read, source ? eq(callbackRequests.source, source) : undefined);
}

const isPending = isNull(callbackRequests.processedAt);
export const isAwaited = sql`${isPending} and ${isNull(callbackRequests.noCallsAt)}`;

export async function processCallback(tx: Transaction, id: string, at: number): Promise<boolean> {
  const processed = await tx
    .update(callbackRequests)
    .set({ processedAt: at })
    .where(and(eq(callbackRequests.id, id), isPending))
    .returning({ id: callbackRequests.id });
  return processed.length > 0;
}

type CallRecord = typeof callbackCalls.$inferSelect;

export async function addCall(tx: Transaction, call: CallRecord): Promise<void> {
  await tx.insert(callbackCalls).values(call);
}

export function findCall(reader: Reader, id: string): Promise<CallRecord | null> {
  return first(reader.select().from(callbackCalls).where(eq(callbackCalls.id, id)));
}

export async function listCalls({ read }: Database, id: string): Promise<Call[]> {
  const { at, callbackId } = callbackCalls;
  const calls = read.select().from(callbackCalls).where(eq(callbackId, id));
  return (await calls.orderBy(desc(at), desc(sql`rowid`))).map(callOf);
}

export function callOf({ callbackId: _, requestHash: __, at, nextCallAt, ...call }: CallRecord): Call {
  return { ...call, at: isoOf(at), nextCallAt: isoOf(nextCallAt) };
}

/** The person of a request wants no calls about it any more. A second time changes nothing. */
export async function stopCalls(tx: Transaction, cipher: FieldCipher, id: string, at: number): Promise<void> {
  const [stopped] = await tx
    .update(callbackRequests)
    .set({ noCallsAt: at })
    .where(and(eq(callbackRequests.id, id), isNull(callbackRequests.noCallsAt)))
    .returning({ email: callbackRequests.email });
  if (!stopped) return;
  const email = stopped.email ?? undefined;
  await addEvidence(tx, cipher, [{ kind: 'call_consent_revoked', way: 'page', at, callbackId: id, email }]);
}

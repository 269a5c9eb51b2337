import { desc, eq, sql } from 'drizzle-orm';
import type { Call } from '#domain/callbacks/calls';
import { isoOf } from '#domain/time';
import type { Database, Reader, Transaction } from '../client';
import { callbackCalls } from '../schema/desk';

type CallRecord = typeof callbackCalls.$inferSelect;

export async function addCall(tx: Transaction, call: CallRecord): Promise<void> {
  await tx.insert(callbackCalls).values(call);
}

export async function findCall(reader: Reader, id: string): Promise<CallRecord | null> {
  const [row] = await reader.select().from(callbackCalls).where(eq(callbackCalls.id, id)).limit(1);
  return row ?? null;
}

export async function listCalls({ read }: Database, callbackId: string): Promise<Call[]> {
  const rows = await read
    .select()
    .from(callbackCalls)
    .where(eq(callbackCalls.callbackId, callbackId))
    .orderBy(desc(callbackCalls.at), desc(sql`rowid`));
  return rows.map(callOf);
}

export function callOf({ callbackId: _, requestHash: __, at, nextCallAt, ...call }: CallRecord): Call {
  return {
    ...call,
    at: isoOf(at),
    nextCallAt: isoOf(nextCallAt),
  };
}

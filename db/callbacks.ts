/** Callback requests. Instants are milliseconds since 1970. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Reader, Transaction } from './client';
import { callbackRequests } from './schema';
import { type Actor, recordAction } from './staff/audit';

export type CallbackRecord = typeof callbackRequests.$inferSelect;
export type NewCallback = {
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

/** The request with this id, or null. */
export async function findCallback(reader: Reader, id: string): Promise<CallbackRecord | null> {
  const [row] = await reader.select().from(callbackRequests).where(eq(callbackRequests.id, id)).limit(1);
  return row ?? null;
}

/** All requests, newest first. */
export async function listCallbacks(db: Database): Promise<CallbackRecord[]> {
  return await db.read
    .select()
    .from(callbackRequests)
    .orderBy(desc(callbackRequests.createdAt), desc(sql`rowid`));
}

/** Marks a request as processed unless it is already; returns the request, or null if it is unknown. */
export async function processCallback(
  db: Database,
  id: string,
  actor: Actor,
  now: number,
): Promise<CallbackRecord | null> {
  return await db.write(async (tx) => {
    const [processed] = await tx
      .update(callbackRequests)
      .set({ processedAt: now })
      .where(and(eq(callbackRequests.id, id), isNull(callbackRequests.processedAt)))
      .returning();
    if (!processed) return await findCallback(tx, id);
    await recordAction(tx, actor, 'callback_processed', [id], now);
    return processed;
  });
}

/** Callback requests. Instants are milliseconds since 1970. */
import { eq } from 'drizzle-orm';
import type { Database, Transaction } from './client';
import { callbackRequests } from './schema';

export type CallbackRecord = typeof callbackRequests.$inferSelect;
export type NewCallback = {
  name: string;
  phone: string;
  email: string;
  preferredTime: string | null;
  /** At most 100 characters; `website` when the address named none. */
  source: string;
};

/** Stores a request at instant `now`; answers its id. */
export async function addCallback(tx: Transaction, callback: NewCallback, now: number): Promise<string> {
  const id = crypto.randomUUID();
  await tx.insert(callbackRequests).values({ ...callback, id, createdAt: now });
  return id;
}

/** The request with this id, or null. */
export async function findCallback(
  reader: Database['read'] | Transaction,
  id: string,
): Promise<CallbackRecord | null> {
  const [row] = await reader.select().from(callbackRequests).where(eq(callbackRequests.id, id)).limit(1);
  return row ?? null;
}

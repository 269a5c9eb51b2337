/** Deleting the links of mails after their time. */
import { lte } from 'drizzle-orm';
import type { Database } from './client';
import { linkTokens, privacyLinks, stopLinks } from './schema';

const tables = [linkTokens, stopLinks, privacyLinks] as const;

/** Deletes the links that have expired by `now` (ms), also from the write-ahead log; returns how many. */
export async function deleteExpiredLinks(db: Database, now: number): Promise<number> {
  let count = 0;
  for (const table of tables) {
    const expired = lte(table.expiresAt, now);
    // an idle instance takes no lock
    const [one] = await db.read.select({ hash: table.hash }).from(table).where(expired).limit(1);
    if (!one) continue;
    const deleted = await db.write((tx) => tx.delete(table).where(expired).returning({ hash: table.hash }));
    count += deleted.length;
  }
  // links to own data contain an address
  if (count > 0) await db.checkpoint();
  return count;
}

/** Deleting the links of mails after their time. */
import { lte } from 'drizzle-orm';
import type { Database } from '../client';
import { linkTokens } from '../schema/desk';
import { privacyLinks, stopLinks } from '../schema/law';

/** Databases whose write-ahead log may still contain the address of a deleted link to own data. */
const unclean = new WeakSet<Database>();

/** Deletes the links that have expired by `now` (ms); returns how many. */
export async function deleteExpiredLinks(db: Database, now: number): Promise<number> {
  let count = 0;
  for (const table of [linkTokens, stopLinks, privacyLinks]) {
    const expired = lte(table.expiresAt, now);
    // an idle instance takes no lock
    const [one] = await db.read.select({ hash: table.hash }).from(table).where(expired).limit(1);
    if (!one) continue;
    const deleted = await db.write((tx) => tx.delete(table).where(expired).returning({ hash: table.hash }));
    count += deleted.length;
    if (table === privacyLinks) unclean.add(db);
  }
  if (unclean.has(db)) {
    await db.checkpoint();
    unclean.delete(db);
  }
  return count;
}

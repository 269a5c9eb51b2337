/** Links to what is stored about an address. The database has only the hashes of their tokens. Instants are in ms. */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { isSameAddress } from '#domain/text/addresses';
import type { Database, Reader, Transaction } from '../client';
import { privacyLinks } from '../schema/law';

/** Stores a link unless it is stored already. */
export async function addPrivacyLink(
  db: Database,
  link: { hash: string; address: string; expiresAt: number },
): Promise<void> {
  await db.write((tx) => tx.insert(privacyLinks).values(link).onConflictDoNothing());
}

/** A link that still works: its address, and how many wrong birth dates were entered. */
export type PrivacyLink = { hash: string; address: string; wrong: number };

/** Null if there is none with this hash, or if it has expired by `now`. */
export async function findPrivacyLink(
  reader: Reader,
  hash: string,
  now: number,
): Promise<PrivacyLink | null> {
  const { address, wrong } = privacyLinks;
  const [row] = await reader
    .select({ hash: privacyLinks.hash, address, wrong })
    .from(privacyLinks)
    .where(and(eq(privacyLinks.hash, hash), gt(privacyLinks.expiresAt, now)));
  return row ?? null;
}

/** Counts a wrong birth date. */
export async function countWrong(tx: Transaction, hash: string): Promise<void> {
  await tx
    .update(privacyLinks)
    .set({ wrong: sql`${privacyLinks.wrong} + 1` })
    .where(eq(privacyLinks.hash, hash));
}

/** Ends all links of an address, in any spelling. */
export async function endPrivacyLinks(tx: Transaction, address: string): Promise<void> {
  // there are few: each lasts an hour
  const rows = await tx.select({ hash: privacyLinks.hash, address: privacyLinks.address }).from(privacyLinks);
  const own = rows.filter((row) => isSameAddress(row.address, address));
  const hashes = own.map(({ hash }) => hash);
  await tx.delete(privacyLinks).where(inArray(privacyLinks.hash, hashes));
}

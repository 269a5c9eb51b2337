/** The links of mails. The database has only the hashes of their tokens. Instants are milliseconds since 1970. */
import { and, eq, gt, lte } from 'drizzle-orm';
import type { LinkKind } from '#domain/access-links';
import type { Database, Reader } from './client';
import { linkTokens } from './schema';

type NewLink = typeof linkTokens.$inferInsert;

/** Stores a link unless it is stored already. */
export async function addLink(db: Database, link: NewLink): Promise<void> {
  const [known] = await db.read
    .select({ hash: linkTokens.hash })
    .from(linkTokens)
    .where(eq(linkTokens.hash, link.hash));
  if (!known) await db.write((tx) => tx.insert(linkTokens).values(link).onConflictDoNothing());
}

/** What a link of this kind is about at `now`; null: nothing, or no longer. */
export async function findLinked(
  reader: Reader,
  { hash, kind, now }: { hash: string; kind: LinkKind; now: number },
): Promise<{ applicationId: string; personKey: string | null } | null> {
  const [row] = await reader
    .select({ applicationId: linkTokens.applicationId, personKey: linkTokens.personKey })
    .from(linkTokens)
    .where(and(eq(linkTokens.hash, hash), eq(linkTokens.kind, kind), gt(linkTokens.expiresAt, now)));
  return row ?? null;
}

/** Deletes the links that have expired by `now`; returns how many. */
export async function deleteExpiredLinks(db: Database, now: number): Promise<number> {
  const expired = lte(linkTokens.expiresAt, now);
  // an idle instance takes no lock
  const [one] = await db.read.select({ hash: linkTokens.hash }).from(linkTokens).where(expired).limit(1);
  if (!one) return 0;
  const deleted = await db.write((tx) =>
    tx.delete(linkTokens).where(expired).returning({ hash: linkTokens.hash }),
  );
  return deleted.length;
}

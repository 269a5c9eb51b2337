/** The links of mails. The database has only the hashes of their tokens. Instants are milliseconds since 1970. */
import { and, eq, gt } from 'drizzle-orm';
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

/** The application that a link of this kind is about at `now`; null: none, or no longer. */
export async function findLinked(
  reader: Reader,
  { hash, kind, now }: { hash: string; kind: LinkKind; now: number },
): Promise<string | null> {
  const [row] = await reader
    .select({ applicationId: linkTokens.applicationId })
    .from(linkTokens)
    .where(and(eq(linkTokens.hash, hash), eq(linkTokens.kind, kind), gt(linkTokens.expiresAt, now)));
  return row?.applicationId ?? null;
}

/** The links of mails. The database has only the hashes of their tokens. Instants are milliseconds since 1970. */

import { and, eq, gt, inArray } from 'drizzle-orm';
import { type LinkKind, longestLinkDays } from '#domain/access-links';
import { dayMs } from '#domain/time';
import type { Database, Reader, Transaction } from '../client';
import { linkTokens } from '../schema/desk';

type NewLink = typeof linkTokens.$inferInsert;

const longestMs = longestLinkDays * dayMs;

/**
 * The row that says when the links of an application were ended: its time is so much later that it outlives them all.
 * Without it, a mail from before that is sent again would bring its link back. The trigger of migration 12 writes one, too.
 */
export const endedRow = (applicationId: string) => `ended ${applicationId}`;

/** Stores the link of a mail that was queued at `queuedAt`, unless it is stored already or was ended since then. */
export async function addLink(
  db: Database,
  { queuedAt, ...link }: NewLink & { queuedAt: number },
): Promise<void> {
  const [known] = await db.read
    .select({ hash: linkTokens.hash })
    .from(linkTokens)
    .where(eq(linkTokens.hash, link.hash));
  if (known) return;
  await db.write(async (tx) => {
    const ended = await linksEndedAt(tx, link.applicationId);
    if (ended !== null && queuedAt <= ended) return;
    await tx.insert(linkTokens).values(link).onConflictDoNothing();
  });
}

/** When the links of an application were last ended, also by another address of its contact; null: never. */
export async function linksEndedAt(reader: Reader, applicationId: string): Promise<number | null> {
  const [ended] = await reader
    .select({ until: linkTokens.expiresAt })
    .from(linkTokens)
    .where(eq(linkTokens.hash, endedRow(applicationId)));
  return ended ? ended.until - longestMs : null;
}

/** Ends all links of these applications: those that are stored, and those of mails that still wait. */
export async function endLinks(tx: Transaction, applicationIds: readonly string[], now: number) {
  await restoreEnds(
    tx,
    applicationIds.map((id) => ({ id, at: now + longestMs })),
  );
}

/** The same again, with the times of the rows that said so. */
export async function restoreEnds(tx: Transaction, ended: readonly { id: string; at: number }[]) {
  if (ended.length === 0) return;
  await tx.delete(linkTokens).where(
    inArray(
      linkTokens.applicationId,
      ended.map(({ id }) => id),
    ),
  );
  await tx.insert(linkTokens).values(
    ended.map(({ id: applicationId, at: expiresAt }) => ({
      hash: endedRow(applicationId),
      applicationId,
      kind: 'resume' as const,
      expiresAt,
    })),
  );
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

/** Whether one of these hashes is a link that continues the application at `now`. */
export async function isResumedBy(
  reader: Reader,
  { applicationId, hashes, now }: { applicationId: string; hashes: string[]; now: number },
): Promise<boolean> {
  const rows = await reader
    .select({ hash: linkTokens.hash })
    .from(linkTokens)
    .where(
      and(
        inArray(linkTokens.hash, hashes),
        eq(linkTokens.applicationId, applicationId),
        eq(linkTokens.kind, 'resume'),
        gt(linkTokens.expiresAt, now),
      ),
    );
  return rows.length > 0;
}

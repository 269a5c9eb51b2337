/** The links of mails. The database has only the hashes of their tokens. Instants are milliseconds since 1970. */

import { and, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import { type LinkKind, longestLinkDays } from '#domain/access-links';
import { isSameAddress } from '#domain/text/addresses';
import { dayMs } from '#domain/time';
import type { Database, Reader, Transaction } from './client';
import { applications } from './schema/applications';
import { linkTokens } from './schema/desk';
import { sweep } from './statements';

export type StoredLink = typeof linkTokens.$inferSelect;
type NewLink = typeof linkTokens.$inferInsert;

/** It is the policyholder's: whoever ends the links of the contact does not end it. */
const confirmLink: LinkKind = 'confirm';

const longestMs = longestLinkDays * dayMs;

/** Says when the links were ended, and outlives them: a mail sent again would bring its link back. A trigger writes one too. */
export const endedRow = (applicationId: string) => `ended ${applicationId}`;

/** Stores the link of a mail that was queued at `queuedAt`, unless it is stored already or what it opens is gone since then. */
export async function addLink(
  db: Database,
  { queuedAt, ...link }: NewLink & { queuedAt: number },
): Promise<void> {
  const stored = db.read.select({ hash: linkTokens.hash }).from(linkTokens);
  if ((await stored.where(eq(linkTokens.hash, link.hash))).length > 0) return;
  await db.write(async (tx) => {
    const { applicationId, kind } = link;
    const { id } = applications;
    const there = applicationId && tx.select({ id }).from(applications).where(eq(id, applicationId));
    if (there && (await there).length === 0) return;
    const ended = applicationId && kind !== confirmLink ? await linksEndedAt(tx, applicationId) : null;
    if (ended !== null && queuedAt <= ended) return;
    await tx.insert(linkTokens).values(link).onConflictDoNothing();
  });
}

/** When the links of an application were last ended, also by another address of its contact; null: never. */
export async function linksEndedAt(reader: Reader, applicationId: string): Promise<number | null> {
  const links = reader.select({ until: linkTokens.expiresAt }).from(linkTokens);
  const [ended] = await links.where(eq(linkTokens.hash, endedRow(applicationId)));
  return ended ? ended.until - longestMs : null;
}

/** Also those of mails that still wait, but not the policyholder's. */
export async function endLinks(tx: Transaction, applicationIds: readonly string[], now: number) {
  const ended = applicationIds.map((id) => ({ id, at: now + longestMs }));
  await restoreEnds(tx, ended);
}

/** The same again, with the times of the rows that said so. */
export async function restoreEnds(tx: Transaction, ended: readonly { id: string; at: number }[]) {
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await tx
    .delete(linkTokens)
    .where(and(inArray(linkTokens.applicationId, ids), ne(linkTokens.kind, confirmLink)));
  await tx.insert(linkTokens).values(
    ended.map(({ id: applicationId, at: expiresAt }) => ({
      hash: endedRow(applicationId),
      applicationId,
      kind: 'resume' as const,
      expiresAt,
    })),
  );
}

/** Those of these links that still open something. */
export async function findLinks(
  reader: Reader,
  { hashes, kind, now }: { hashes: string[]; kind: LinkKind; now: number },
): Promise<StoredLink[]> {
  if (hashes.length === 0) return [];
  const { hash, expiresAt } = linkTokens;
  const isIt = and(inArray(hash, hashes), eq(linkTokens.kind, kind), gt(expiresAt, now));
  return await reader.select().from(linkTokens).where(isIt);
}

export async function countWrong(tx: Transaction, hash: string): Promise<void> {
  await tx
    .update(linkTokens)
    .set({ wrong: sql`${linkTokens.wrong} + 1` })
    .where(eq(linkTokens.hash, hash));
}

/** In any spelling. */
export async function endPrivacyLinks(tx: Transaction, address: string): Promise<void> {
  // there are few: each lasts an hour
  const rows = await tx
    .select({ hash: linkTokens.hash, address: linkTokens.subject })
    .from(linkTokens)
    // by the index of the applications
    .where(and(isNull(linkTokens.applicationId), eq(linkTokens.kind, 'privacy')));
  const own = rows.filter((row) => isSameAddress(row.address, address));
  const hashes = own.map(({ hash }) => hash);
  await tx.delete(linkTokens).where(inArray(linkTokens.hash, hashes));
}

/** Databases whose write-ahead log may still contain the address of a deleted link to own data. */
const unclean = new WeakSet<Database>();

export async function deleteExpiredLinks(db: Database, now: number): Promise<number> {
  const deleted = await sweep(db, linkTokens, lte(linkTokens.expiresAt, now));
  if (deleted.some(({ kind }) => kind === 'privacy')) unclean.add(db);
  if (unclean.has(db)) {
    await db.checkpoint();
    unclean.delete(db);
  }
  return deleted.length;
}

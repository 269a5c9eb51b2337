/** Applications that nobody came back to. Instants are milliseconds since 1970. */
import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from './client';
import { applications, outbox } from './schema';

/**
 * Erases up to `limit` open applications last changed before `untouchedSince`, with their data sets and mails, those
 * that wait longest first. Answers the ids of their mails, of which files may be left elsewhere.
 */
export async function eraseForgotten(
  db: Database,
  { untouchedSince, limit }: { untouchedSince: number; limit: number },
): Promise<{ applications: number; mails: string[] }> {
  const [waiting] = await forgottenQuery(db.read, untouchedSince, 1);
  if (!waiting) return { applications: 0, mails: [] };
  return await db.write(async (tx) => {
    const rows = await forgottenQuery(tx, untouchedSince, limit);
    const ids = rows.map(({ id }) => id);
    const mails = await tx.select({ id: outbox.id }).from(outbox).where(inArray(outbox.applicationId, ids));
    await tx.delete(applications).where(inArray(applications.id, ids));
    return { applications: ids.length, mails: mails.map(({ id }) => id) };
  });
}

/** Ids of open applications last changed before `untouchedSince`, those that wait longest first. */
export function forgottenQuery(
  reader: Database['read'] | Transaction,
  untouchedSince: number,
  limit: number,
) {
  return (
    reader
      .select({ id: applications.id })
      .from(applications)
      // written out, not bound: SQLite takes the partial index only for a condition it can read
      .where(and(sql`${applications.completedAt} is null`, lt(applications.updatedAt, untouchedSince)))
      .orderBy(applications.updatedAt)
      .limit(limit)
  );
}

/** Those of the ids, some hundred at most, that no mail has any more. */
export async function missingMails(db: Database, ids: readonly string[]): Promise<string[]> {
  // asked of the writer: a replica may not show yet what has just been queued
  const rows = await db.write((tx) =>
    tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(inArray(outbox.id, [...ids])),
  );
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
}

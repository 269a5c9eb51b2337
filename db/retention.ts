/** Applications that nobody came back to. Instants are milliseconds since 1970. */
import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from './client';
import { applications, outbox } from './schema';

/**
 * Erases up to `limit` open applications last changed before `untouchedSince`, with their data sets and mails, those
 * that wait longest first. Answers the ids of their mails, of which files may be left elsewhere.
 */
export async function eraseForgotten(
  db: Database,
  { untouchedSince, limit }: { untouchedSince: number; limit: number },
): Promise<{ applications: number; mails: string[] }> {
  // written out, not bound: SQLite takes the partial index only for a condition it can read
  const forgotten = and(sql`${applications.completedAt} is null`, lt(applications.updatedAt, untouchedSince));
  const [waiting] = await db.read
    .select({ id: applications.id })
    .from(applications)
    .where(forgotten)
    .limit(1);
  if (!waiting) return { applications: 0, mails: [] };
  return await db.write(async (tx) => {
    const rows = await tx
      .select({ id: applications.id })
      .from(applications)
      .where(forgotten)
      .orderBy(applications.updatedAt)
      .limit(limit);
    const ids = rows.map(({ id }) => id);
    const mails = await tx.select({ id: outbox.id }).from(outbox).where(inArray(outbox.applicationId, ids));
    await tx.delete(applications).where(inArray(applications.id, ids));
    return { applications: ids.length, mails: mails.map(({ id }) => id) };
  });
}

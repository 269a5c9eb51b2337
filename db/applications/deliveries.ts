import { and, desc, eq, max, type SQL, sql } from 'drizzle-orm';
import type { Disclosure } from '#domain/document-kinds';
import type { Reader, Transaction } from '../client';
import { evidence } from '../schema/law';
import { documentDeliveries, outbox } from '../schema/mails';
import { first } from '../statements';

/** `sentAt` is null until the mail was sent, if it came back, and if it no longer exists. */
export type DocumentDelivery = { queuedAt: number; sentAt: number | null; returned: boolean };

export async function findDelivery(reader: Reader, applicationId: string, fingerprint: string) {
  const [row] = await reader
    .select({
      queuedAt: documentDeliveries.at,
      // of all its parts
      isSent: sql<number | null>`min(${outbox.status} = 'sent')`,
      attemptedAt: max(outbox.attemptedAt),
      returned: sql<0 | 1 | null>`max(${outbox.status} = 'bounced')`,
    })
    .from(documentDeliveries)
    .leftJoin(
      outbox,
      and(
        eq(outbox.applicationId, documentDeliveries.applicationId),
        sql`coalesce(json_extract(${outbox.part}, '$.of'), ${outbox.id}) = ${documentDeliveries.mailId}`,
      ),
    )
    .where(
      and(
        eq(documentDeliveries.applicationId, applicationId),
        eq(documentDeliveries.fingerprint, fingerprint),
      ),
    )
    .groupBy(documentDeliveries.at);
  if (!row) return null;
  const { queuedAt, isSent, attemptedAt, returned } = row;
  return { queuedAt, sentAt: isSent ? attemptedAt : null, returned: returned === 1 };
}

export async function addDelivery(tx: Transaction, delivery: typeof documentDeliveries.$inferInsert) {
  await tx.insert(documentDeliveries).values(delivery);
}

export function findDisclosure(reader: Reader, mailId: string): Promise<Disclosure | null> {
  return lastDisclosure(reader, eq(documentDeliveries.mailId, mailId));
}

export function findLastDisclosure(reader: Reader, applicationId: string): Promise<Disclosure | null> {
  return lastDisclosure(reader, eq(documentDeliveries.applicationId, applicationId));
}

async function lastDisclosure(reader: Reader, condition: SQL): Promise<Disclosure | null> {
  const { contents, at } = documentDeliveries;
  const found = reader.select({ contents }).from(documentDeliveries).where(condition);
  const [row] = await found.orderBy(desc(at)).limit(1);
  return row?.contents ?? null;
}

export async function wasDownloaded(reader: Reader, applicationId: string, documentSha256: string) {
  const isDownload = and(
    eq(evidence.applicationId, applicationId),
    eq(evidence.documentSha256, documentSha256),
    eq(evidence.way, 'download'),
  );
  return (await first(reader.select({ id: evidence.id }).from(evidence).where(isDownload).limit(1))) !== null;
}

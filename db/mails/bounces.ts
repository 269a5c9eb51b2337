/** Mails that were sent and came back. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { EvidenceKind } from '#domain/law/evidence';
import type { FieldCipher } from '../bank-data/cipher';
import type { Database, Reader, Transaction } from '../client';
import { addEvidence } from '../evidence';
import { evidence } from '../schema/law';
import { outbox } from '../schema/mails';
import type { OutboxMail } from './outbox';

/** The first of the ids that a mail has. */
export async function findFirstMail(reader: Reader, ids: readonly string[]): Promise<OutboxMail | null> {
  if (ids.length === 0) return null;
  const found = await reader
    .select()
    .from(outbox)
    .where(inArray(outbox.id, [...ids]));
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))[0] ?? null;
}

/** Without the lock, because strangers may send any number of messages with invented ids. */
export async function isAnyMail({ fresh }: Database, ids: readonly string[]): Promise<boolean> {
  return (await findFirstMail(fresh, ids)) !== null;
}

/** Also one whose server has not confirmed it yet: only who received it knows its id. */
export function wasTransmitted({ status, inDoubt, leaseOwner }: OutboxMail): boolean {
  return status === 'sent' || (status !== 'bounced' && (inDoubt > 0 || leaseOwner !== null));
}

type Bounce = { at: number; code: string | null; report: string; stops: boolean };

export async function markBounced(
  tx: Transaction,
  id: string,
  { at, code, report, stops }: Bounce,
): Promise<void> {
  const bounce = { bouncedAt: at, bounceCode: code, bounceReport: report, stopsAddress: stops };
  await tx
    .update(outbox)
    .set({
      ...bounce,
      status: 'bounced',
      error: null,
      // the report came before the result of the attempt, whose owner will still prove what it sent
      attemptedAt: sql`coalesce(${outbox.attemptedAt}, ${at})`,
    })
    .where(eq(outbox.id, id));
}

/** For each document whose delivery by this mail is proven. */
export async function proveFailure(
  tx: Transaction,
  cipher: FieldCipher,
  { id: mailId, applicationId }: Pick<OutboxMail, 'id' | 'applicationId'>,
  at: number,
): Promise<void> {
  const delivered: EvidenceKind = 'document_delivered';
  const { documentSha256, personKey } = evidence;
  const proofs = await tx
    .selectDistinct({ documentSha256, personKey })
    .from(evidence)
    .where(
      and(
        applicationId ? eq(evidence.applicationId, applicationId) : isNull(evidence.applicationId),
        eq(evidence.mailId, mailId),
        eq(evidence.kind, delivered),
      ),
    );
  const failed = proofs.map((proof) => ({
    documentSha256: proof.documentSha256,
    personKey: proof.personKey ?? undefined,
    kind: 'delivery_failed' as const,
    way: 'mail' as const,
    at,
    applicationId,
    mailId,
  }));
  await addEvidence(tx, cipher, failed);
}

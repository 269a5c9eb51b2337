import { and, count, eq, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { type PrefillSource, usualSource } from '#domain/preparations/prefill';
import type { FieldCipher } from '../bank-data/cipher';
import type { Reader, Transaction } from '../client';
import { applications, contactData, policyholderInfo } from '../schema/applications';
import { preparations } from '../schema/desk';
import { offers } from '../schema/law';
import { isWithin, type Span } from '../statements';
import { toRecord } from './save';

type Prefilled = {
  id: string;
  prefilledFrom: string;
  prefilledBy: PrefillSource;
  /** Of the browser that begins it; null: staff do. */
  authorHash: string | null;
  source: string | null;
  now: number;
};

/** An application without any data set, whose steps contain at first what `findPrefill` finds. */
export async function addPrefilled(tx: Transaction, { now, prefilledBy, source, ...application }: Prefilled) {
  await tx.insert(applications).values({
    ...application,
    prefilledBy: prefilledBy === 'application' ? null : prefilledBy,
    begunBy: application.authorHash,
    source: source ?? usualSource(prefilledBy),
    createdAt: now,
    updatedAt: now,
  });
}

export async function countPrefilled(tx: Transaction, prefilledFrom: string, span: Span): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(applications)
    .where(and(eq(applications.prefilledFrom, prefilledFrom), isWithin(applications.createdAt, span)));
  return row?.count ?? 0;
}

/** The source of an open application, as it is now; each null if it is none, or is not there (any more). */
export async function findPrefill(reader: Reader, cipher: FieldCipher, id: string) {
  const begun = alias(applications, 'begun');
  const isFrom = (source: PrefillSource) => eq(begun.prefilledBy, source);
  const { email, tariffType, selfParticipation, paymentFrequency, insuranceStartDate } = offers;
  const offer = { email, tariffType, selfParticipation, paymentFrequency, insuranceStartDate };
  const [row] = await reader
    .select({
      contact: contactData,
      policyholder: policyholderInfo,
      prepared: { values: preparations.values },
      offer,
    })
    .from(begun)
    .leftJoin(
      applications,
      and(
        eq(applications.id, begun.prefilledFrom),
        or(isNull(begun.prefilledBy), isFrom('application')),
        isNull(applications.restrictedAt),
      ),
    )
    .leftJoin(contactData, eq(contactData.applicationId, applications.id))
    .leftJoin(policyholderInfo, eq(policyholderInfo.applicationId, applications.id))
    .leftJoin(preparations, and(eq(preparations.id, begun.prefilledFrom), isFrom('preparation')))
    .leftJoin(offers, and(eq(offers.id, begun.prefilledFrom), isFrom('offer')))
    .where(and(eq(begun.id, id), isNull(begun.completedAt)));
  if (!row) return null;
  const contact = toRecord('contact-data', row.contact, cipher);
  const policyholder = toRecord('policyholder-info', row.policyholder, cipher);
  return {
    application: contact && policyholder ? { contact, policyholder } : null,
    preparation: row.prepared?.values ?? null,
    offer: row.offer,
  };
}

import { and, count, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { FieldCipher } from '../bank-data/cipher';
import type { Reader, Transaction } from '../client';
import { applications, contactData, policyholderInfo } from '../schema/applications';
import { isWithin, type Span } from '../spans';
import { toRecord } from './sets';

type FollowUp = { id: string; prefilledFrom: string; authorHash: string; now: number };

export async function addFollowUp(tx: Transaction, { now, ...application }: FollowUp): Promise<void> {
  const begunBy = application.authorHash;
  await tx.insert(applications).values({ ...application, begunBy, createdAt: now, updatedAt: now });
}

export async function countFollowUps(tx: Transaction, prefilledFrom: string, span: Span): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(applications)
    .where(and(eq(applications.prefilledFrom, prefilledFrom), isWithin(applications.createdAt, span)));
  return row?.count ?? 0;
}

/** Of the application from which an open one was begun; null if there is none (any more). */
export async function findPrefill(reader: Reader, cipher: FieldCipher, id: string) {
  const begun = alias(applications, 'begun');
  const [row] = await reader
    .select({ contact: contactData, policyholder: policyholderInfo })
    .from(begun)
    .innerJoin(applications, eq(applications.id, begun.prefilledFrom))
    .innerJoin(contactData, eq(contactData.applicationId, applications.id))
    .innerJoin(policyholderInfo, eq(policyholderInfo.applicationId, applications.id))
    .where(and(eq(begun.id, id), isNull(begun.completedAt), isNull(applications.restrictedAt)));
  const contact = toRecord('contact-data', row?.contact, cipher);
  const policyholder = toRecord('policyholder-info', row?.policyholder, cipher);
  return contact && policyholder ? { contact, policyholder } : null;
}

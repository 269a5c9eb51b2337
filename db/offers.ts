import { and, eq, gt, isNull, min, sql } from 'drizzle-orm';
import { isSameAddress } from '#domain/text/addresses';
import type { Reader, Transaction } from './client';
import { offerCompleted } from './insights/facts';
import { linksEndedAt } from './links';
import { applications, contactData, policyholderInfo } from './schema/applications';
import { offers } from './schema/law';
import { tariffVersions } from './schema/tariffs';

export type OfferRecord = typeof offers.$inferSelect;

export async function addOffer(
  tx: Transaction,
  offer: Omit<OfferRecord, 'remindedAt' | 'applicationId' | 'hasCompleted' | 'reply'>,
): Promise<OfferRecord> {
  const [row] = await tx.insert(offers).values(offer).returning();
  if (!row) throw new Error('An insert returned no row.');
  return row;
}

/** The number of the tariffs in force, and the day from which the next ones are, if they are released. */
export async function readTariffsAround(tx: Transaction, today: string) {
  const { number, state, validFrom } = tariffVersions;
  const [active] = await tx.select({ number }).from(tariffVersions).where(eq(state, 'active'));
  const [next] = await tx
    .select({ from: min(validFrom) })
    .from(tariffVersions)
    .where(and(eq(state, 'released'), gt(validFrom, today)));
  if (!active) throw new Error('No tariffs are in force.');
  return { number: active.number, next: next?.from ?? null };
}

export async function findPriceOffer(reader: Reader, id: string): Promise<OfferRecord | null> {
  const [row] = await reader.select().from(offers).where(eq(offers.id, id)).limit(1);
  return row ?? null;
}

/** The last application that was begun from it, if it is open and still in the same hands. */
export async function findBegun(
  tx: Transaction,
  { applicationId, email }: OfferRecord,
): Promise<string | null> {
  if (applicationId === null) return null;
  const [row] = await tx
    .select({ contact: contactData.email, policyholder: policyholderInfo.email })
    .from(applications)
    .leftJoin(contactData, eq(contactData.applicationId, applications.id))
    .leftJoin(policyholderInfo, eq(policyholderInfo.applicationId, applications.id))
    .where(and(eq(applications.id, applicationId), isNull(applications.completedAt)));
  // the link to the offer must not open what other links no longer do
  if (!row || (await linksEndedAt(tx, applicationId)) !== null) return null;
  const person = row.contact ?? row.policyholder;
  return person === null || isSameAddress(person, email) ? applicationId : null;
}

export async function setBegun(tx: Transaction, id: string, applicationId: string): Promise<void> {
  await tx
    .update(offers)
    .set({ applicationId, hasCompleted: sql`${offerCompleted}` })
    .where(eq(offers.id, id));
}

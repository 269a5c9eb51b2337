import { and, count, desc, eq, gt, inArray, isNotNull, isNull, min, type SQL, sql } from 'drizzle-orm';
import { addDays, berlinDay } from '#domain/dates';
import { mostSources, type PageQuery } from '#domain/lists';
import type { OfferFacts, OfferState } from '#domain/offers';
import { type TariffType, tariffNames } from '#domain/tariffs/catalogue';
import { assumedBirthDate, quote } from '#domain/tariffs/premium';
import { isSameAddress } from '#domain/text/addresses';
import { addressSpellings, finderOf, spellingsOf } from '#domain/text/folding';
import { linksEndedAt } from './access-links';
import type { Database, Reader, Transaction } from './client';
import { offerCompleted } from './insights/facts';
import { cameBack } from './mails/outbox';
import { applications, contactData, policyholderInfo } from './schema/applications';
import { offers } from './schema/law';
import { outbox } from './schema/mails';
import { tariffVersions } from './schema/tariffs';
import { first, readPacked } from './statements';
import { readCatalogue } from './tariffs/catalogue';
import { findActive, readTerms } from './tariffs/versions';

export type OfferRecord = typeof offers.$inferSelect;

export async function addOffer(tx: Transaction, offer: typeof offers.$inferInsert): Promise<void> {
  await tx.insert(offers).values(offer);
}

/** The number of the tariffs in force, and the day from which the next ones are, if they are released. */
export async function readTariffsAround(tx: Transaction, today: string) {
  const { state, validFrom } = tariffVersions;
  const active = await findActive(tx);
  const [next] = await tx
    .select({ from: min(validFrom) })
    .from(tariffVersions)
    .where(and(eq(state, 'released'), gt(validFrom, today)));
  if (!active) throw new Error('No tariffs are in force.');
  return { number: active.number, next: next?.from ?? null };
}

export function findPriceOffer(reader: Reader, id: string): Promise<OfferRecord | null> {
  return first(reader.select().from(offers).where(eq(offers.id, id)));
}

export function factsOfOffer(offer: OfferRecord): OfferFacts {
  const { createdAt, expiresAt } = offer;
  // a pause moves the end to any instant
  return { ...offer, offeredOn: dayOf(createdAt), validUntil: addDays(dayOf(expiresAt + 1), -1) };
}

const dayOf = (at: number) => berlinDay(new Date(at));

/** The monthly price of now in cents for the age on the day of the offer; null if it is that of the offer. */
export async function movedPrice(reader: Reader, offer: OfferRecord): Promise<number | null> {
  const { horseBirthYear, createdAt } = offer;
  const price = quote(await readCatalogue(reader), offer, assumedBirthDate(horseBirthYear), dayOf(createdAt));
  return price && price.monthlyCents !== offer.monthlyCents ? price.monthlyCents : null;
}

/** What the PDF says, with the terms of its tariff version. */
export async function readOfferCopy(reader: Reader, offer: OfferRecord) {
  const terms = await readTerms(reader, offer.tariffVersion);
  return { name: `${offer.number}.pdf`, drawing: { offer: factsOfOffer(offer), terms } };
}

/** The last application that was begun from it, if it is open and still in the same hands. */
export async function findBegun(tx: Transaction, { applicationId, email }: OfferRecord) {
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

export type ListedOffer = Awaited<ReturnType<typeof selectOffers>>[number];
/** `source`: empty for all. */
type Query = PageQuery & { q: string; source: string };

/**
 * One page, newest first, of the offers from `source` of which each word of `q` is somewhere in number, address or
 * tariff, and the most frequent sources of all.
 */
export async function listOffers(db: Database, { q, source, page, pageSize }: Query) {
  const skipped = (page - 1) * pageSize;
  const which = source ? eq(offers.source, source) : undefined;
  if (q.trim() === '') {
    const [rows, [extent], sources] = await db.read.batch([
      selectOffers(db.read, which).limit(pageSize).offset(skipped),
      db.read.select({ total: count() }).from(offers).where(which),
      selectSources(db.read),
    ]);
    return { rows, total: extent?.total ?? 0, sources };
  }
  const [found, sources] = await Promise.all([search(db.read, q, which), selectSources(db.read)]);
  const onPage = found.slice(skipped, skipped + pageSize);
  const rows = onPage.length > 0 ? await selectOffers(db.read, inArray(offers.id, onPage)) : [];
  return { rows, total: found.length, sources };
}

function selectSources(reader: Pick<Reader, 'select'>) {
  const { source } = offers;
  return reader
    .select({ source, count: count() })
    .from(offers)
    .groupBy(source)
    .orderBy(desc(count()), source)
    .limit(mostSources);
}

export function findListed(reader: Reader, id: string): Promise<ListedOffer | null> {
  return first(selectOffers(reader, eq(offers.id, id)));
}

const newest = [desc(offers.createdAt), desc(sql`${offers}.rowid`)];

type Packed = [id: string, number: string, email: string, tariffType: TariffType];

/** The ids, newest first. SQLite folds no letters, and offers are kept for some weeks only: so all are read. */
async function search(reader: Reader, q: string, which: SQL | undefined): Promise<string[]> {
  const columns = [offers.id, offers.number, sql`${offers.email}`, offers.tariffType];
  const rest = sql`${offers} ${which && sql`where ${which}`} order by ${sql.join(newest, sql`, `)}`;
  const rows = await readPacked<Packed>(reader, columns, rest);
  const isFound = finderOf(q);
  const tariffs = new Map(Object.entries(tariffNames).map(([type, name]) => [type, spellingsOf(name)]));
  return rows
    .filter(([id, number, address, type]) => {
      if (q.trim().toLowerCase() === id.slice(0, 8)) return true;
      const numbers = [number, number.replaceAll('-', '')].map((one) => one.toLowerCase());
      return isFound([...numbers, ...addressSpellings(address), ...(tariffs.get(type) ?? [])]);
    })
    .map(([id]) => id);
}

export function selectOffers(reader: Pick<Reader, 'select'>, which?: SQL) {
  return reader
    .select({
      offer: offers,
      undeliverable: cameBack(outbox.offerId, offers.id),
      ...offerStanding,
    })
    .from(offers)
    .where(which)
    .orderBy(...newest);
}

export const offerStanding = { begun: isBegun(), completed: isBegun(isNotNull(applications.completedAt)) };

/** Whether there is such an application from it: the one that `applicationId` names, or one before it. */
function isBegun(such?: SQL) {
  const isFrom = and(eq(applications.prefilledFrom, offers.id), eq(applications.prefilledBy, 'offer'), such);
  return sql`exists (select 1 from ${applications} where ${isFrom})`.mapWith(Boolean);
}

type Standing = Pick<ListedOffer, 'begun' | 'completed'> & { offer: Pick<OfferRecord, 'expiresAt'> };

export function stateOf({ offer, begun, completed }: Standing, now: number): OfferState {
  if (completed) return 'completed';
  if (begun) return 'begun';
  return offer.expiresAt < now ? 'expired' : 'open';
}

import { and, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { productActors } from '#domain/accounts/actors';
import { berlinDay, berlinMidnight } from '#domain/dates';
import { firstCatalogue } from '#domain/landing-facts';
import type { Catalogue } from '#domain/tariffs/catalogue';
import type { TariffTerms } from '#domain/tariffs/versions';
import type { Database, Reader, Transaction } from '../client';
import { siteStates } from '../schema/system';
import { tariffVersions } from '../schema/tariffs';
import { first } from '../statements';
import { readCatalogue, replaceCatalogue } from './catalogue';

export type VersionRecord = typeof tariffVersions.$inferSelect;

export async function listVersions(reader: Reader): Promise<VersionRecord[]> {
  return await reader.select().from(tariffVersions).orderBy(desc(tariffVersions.number));
}

type NewVersion = Omit<VersionRecord, 'id' | 'number' | 'version'>;

export async function insertVersion(tx: Transaction, made: NewVersion): Promise<VersionRecord> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from ${tariffVersions})`;
  const [row] = await tx
    .insert(tariffVersions)
    .values({ id: crypto.randomUUID(), number, ...made })
    .returning();
  if (!row) throw new Error('The database returned no row for a new version.');
  return row;
}

export function findActive(reader: Reader): Promise<VersionRecord | null> {
  return first(reader.select().from(tariffVersions).where(eq(tariffVersions.state, 'active')));
}

export function findVersion(reader: Reader, id: string): Promise<VersionRecord | null> {
  return first(reader.select().from(tariffVersions).where(eq(tariffVersions.id, id)));
}

export async function readTerms(reader: Reader, number: number): Promise<TariffTerms> {
  const { terms } = tariffVersions;
  const [row] = await reader.select({ terms }).from(tariffVersions).where(eq(tariffVersions.number, number));
  if (!row) throw new Error('There is no such version of the tariffs.');
  return row.terms;
}

export async function changeVersion(
  tx: Transaction,
  { id, version }: VersionRecord,
  values: Partial<VersionRecord>,
): Promise<VersionRecord> {
  const [row] = await tx
    .update(tariffVersions)
    .set({ ...values, version: version + 1 })
    .where(eq(tariffVersions.id, id))
    .returning();
  if (!row) throw new Error('A version vanished inside a transaction.');
  return row;
}

export async function deleteVersion(tx: Transaction, id: string): Promise<void> {
  await tx.delete(tariffVersions).where(eq(tariffVersions.id, id));
}

export async function findDue(reader: Reader, today: string): Promise<VersionRecord | null> {
  const { validFrom, number } = tariffVersions;
  const [latest] = await reader
    .select()
    .from(tariffVersions)
    .where(isDue(today))
    .orderBy(desc(validFrom), desc(number))
    .limit(1);
  return latest ?? null;
}

/** Its number, or null. Instances with any clock may call this: a version in force is replaced only by a released one. */
export async function activateDue(tx: Transaction, today: string): Promise<number | null> {
  const latest = await findDue(tx, today);
  if (!latest) return null;
  const { id, state } = tariffVersions;
  await tx.update(tariffVersions).set({ state: 'past' }).where(eq(state, 'active'));
  await tx.update(tariffVersions).set({ state: 'past' }).where(isDue(today));
  await tx.update(tariffVersions).set({ state: 'active' }).where(eq(id, latest.id));
  await replaceCatalogue(tx, latest.terms);
  // they end offers also in a pause
  await tx
    .update(siteStates)
    .set({ standsFrom: berlinMidnight(today) })
    .where(isNotNull(siteStates.standsFrom));
  return latest.number;
}

function isDue(today: string) {
  return and(eq(tariffVersions.state, 'released'), lte(tariffVersions.validFrom, today));
}

const { product } = productActors;

/** If somebody changed the tables by hand, this is a new version: what is charged and what staff see must be the same. */
export async function seedTariffs(db: Database, now: number): Promise<void> {
  // a start with nothing to write must not wait for other writers
  if (isSettled(await stored(db.read))) return;
  await db.write(async (tx) => {
    const found = await stored(tx);
    if (!isSettled(found)) await settle(tx, found, now);
  });
}

type Stored = { catalogue: Catalogue; active: VersionRecord | null };

async function stored(reader: Reader): Promise<Stored> {
  return { catalogue: await readCatalogue(reader), active: await findActive(reader) };
}

function isSettled({ catalogue, active }: Stored): boolean {
  return active !== null && Bun.deepEquals(catalogue, active.terms);
}

async function settle(tx: Transaction, { catalogue, active }: Stored, now: number): Promise<void> {
  const empty = catalogue.tariffs.length === 0;
  if (active && empty) return await replaceCatalogue(tx, active.terms);
  const terms = empty ? firstCatalogue : catalogue;
  if (terms !== catalogue) await replaceCatalogue(tx, terms);
  await tx.update(tariffVersions).set({ state: 'past' }).where(eq(tariffVersions.state, 'active'));
  const validFrom = berlinDay(new Date(now));
  const by = { createdBy: product, releasedBy: product, createdAt: now };
  await insertVersion(tx, { state: 'active', validFrom, terms, ...by });
}

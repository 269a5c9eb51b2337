import { eq } from 'drizzle-orm';
import { productActors } from '#domain/accounts/usernames';
import { berlinDay } from '#domain/dates';
import { firstCatalogue } from '#domain/landing-facts';
import type { Catalogue } from '#domain/tariffs/catalogue';
import type { Database, Reader, Transaction } from '../client';
import { tariffVersions } from '../schema/tariffs';
import { readCatalogue, replaceCatalogue } from './catalogue';
import { findActive, insertVersion, type VersionRecord } from './versions';

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
  await insertVersion(
    tx,
    { state: 'active', validFrom, terms, createdBy: product, releasedBy: product },
    now,
  );
}

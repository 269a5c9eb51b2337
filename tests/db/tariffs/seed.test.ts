import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client';
import { premiumOptions, tariffBenefits, tariffs, tariffVersions } from '#db/schema/tariffs';
import { readCatalogue, replaceCatalogue } from '#db/tariffs/catalogue';
import { listVersions, seedTariffs } from '#db/tariffs/versions';
import { firstCatalogue } from '#domain/landing-facts';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { openTables } from '../support/migrated';
import { scratch } from '../support/processes';

const here = scratch();
let db: Database;
/** 20 November 2026, 23:30 in Germany. */
const now = Date.parse('2026-11-20T22:30:00Z');

beforeAll(async () => {
  db = await openTables(`file:${here.path('app.db')}`);
});
beforeEach(() =>
  db.write(async (tx) => {
    await tx.delete(tariffs);
    await tx.delete(tariffVersions);
  }),
);
afterAll(async () => {
  await db.close();
  await here.remove();
});

const accommodation = (tx: Transaction, description: string) =>
  tx
    .update(tariffBenefits)
    .set({ description })
    .where(
      and(eq(tariffBenefits.tariffType, 'premium'), eq(tariffBenefits.name, 'Unterbringung in der Klinik')),
    );

test('an empty database gets the catalogue with the benefits of the comparison table', async () => {
  await seedTariffs(db, now);
  expect(await readCatalogue(db.read)).toEqual(firstCatalogue);
  const promised = firstCatalogue.tariffs.map(
    ({ benefits }) => benefits.find(({ name }) => name === 'Unterbringung in der Klinik')?.beschreibung,
  );
  expect(promised).toEqual(['bis 15 € pro Tag', 'bis 30 € pro Tag', 'bis 30 € pro Tag']);
});

test('the first version describes it and is active since that day in Berlin', async () => {
  await seedTariffs(db, now);
  expect(await listVersions(db.read)).toEqual([
    {
      id: expect.any(String),
      number: 1,
      version: 1,
      validFrom: '2026-11-20',
      state: 'active',
      terms: firstCatalogue,
      createdBy: 'Sattelfest',
      releasedBy: 'Sattelfest',
      createdAt: now,
    },
  ]);
});

test('a start with nothing to seed requests no write', async () => {
  await seedTariffs(db, now);
  const reading: Database = { ...db, write: () => Promise.reject(new Error('a write')) };
  await seedTariffs(reading, now);
});

test('two starts at once make one version', async () => {
  await Promise.all([seedTariffs(db, now), seedTariffs(db, now)]);
  expect(await listVersions(db.read)).toHaveLength(1);
});

test('the same catalogue stays if administrators released it', async () => {
  await seedTariffs(db, now);
  await db.write(async (tx) => {
    await replaceCatalogue(tx, fallbackCatalogue);
    await tx.update(tariffVersions).set({ terms: fallbackCatalogue });
  });
  await seedTariffs(db, now);
  expect(await readCatalogue(db.read)).toEqual(fallbackCatalogue);
  expect(await listVersions(db.read)).toHaveLength(1);
});

test('tariffs that were lost come back from the active version', async () => {
  await seedTariffs(db, now);
  await db.write((tx) => tx.delete(tariffs));
  await seedTariffs(db, now);
  expect(await readCatalogue(db.read)).toEqual(firstCatalogue);
  expect(await listVersions(db.read)).toHaveLength(1);
});

describe('a catalogue that an operator changed by hand', () => {
  const changes: [string, (tx: Transaction) => Promise<unknown>][] = [
    ['a price', (tx) => tx.update(premiumOptions).set({ monthlyCents: 40_00 })],
    ['a badge', (tx) => tx.update(tariffs).set({ badge: 'Neu' })],
    ['a benefit', (tx) => accommodation(tx, 'bis 50 € pro Tag')],
    ['its tariffs', (tx) => tx.delete(tariffs).where(eq(tariffs.type, 'top'))],
  ];
  test.each(changes)('before the versions is the first one as it is: %s', async (_, change) => {
    await db.write(async (tx) => {
      await replaceCatalogue(tx, fallbackCatalogue);
      await change(tx);
    });
    const changed = await readCatalogue(db.read);
    await seedTariffs(db, now);
    expect(await readCatalogue(db.read)).toEqual(changed);
    const [version] = await listVersions(db.read);
    expect(version).toMatchObject({ number: 1, state: 'active', terms: changed });
  });

  test.each(changes)('later becomes a version of its own: %s', async (_, change) => {
    await seedTariffs(db, now);
    await db.write((tx) =>
      tx.update(tariffVersions).set({ terms: sql`json_set(terms, '$.ageSurchargePercent', 35)` }),
    );
    await db.write(change);
    const changed = await readCatalogue(db.read);
    expect(changed.ageSurchargePercent).toBe(35);
    await seedTariffs(db, now);
    expect(await readCatalogue(db.read)).toEqual(changed);
    const states = (await listVersions(db.read)).map(({ number, state, terms }) => [number, state, terms]);
    expect(states).toEqual([
      [2, 'active', changed],
      [1, 'past', { ...firstCatalogue, ageSurchargePercent: 35 }],
    ]);
  });
});

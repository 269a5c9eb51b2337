import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { type Database, openDatabase, type Transaction } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { premiumOptions, tariffBenefits, tariffs } from '#db/schema';
import { readCatalogue, seedCatalogue } from '#db/tariffs';
import { firstCatalogue } from '#domain/landing-facts';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { scratch } from './support/processes';

const here = scratch();
let db: Database;

beforeAll(async () => {
  db = await openDatabase({ url: `file:${here.path('app.db')}` });
  await migrateDatabase(db, 'db/migrations');
});
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
const withOldBenefit = (tx: Transaction) => accommodation(tx, 'unbegrenzt');

test('an empty database gets the catalogue with the benefits of the comparison table', async () => {
  await seedCatalogue(db);
  expect(await readCatalogue(db)).toEqual(firstCatalogue);
  const promised = firstCatalogue.tariffs.map(
    ({ benefits }) => benefits.find(({ name }) => name === 'Unterbringung in der Klinik')?.beschreibung,
  );
  expect(promised).toEqual(['bis 15 € pro Tag', 'bis 30 € pro Tag', 'bis 30 € pro Tag']);
});

test('a start with nothing to seed requests no write', async () => {
  await seedCatalogue(db);
  const reading: Database = { ...db, write: () => Promise.reject(new Error('a write')) };
  await seedCatalogue(reading);
});

test('a catalogue that an older version seeded is corrected', async () => {
  await seedCatalogue(db);
  await db.write(withOldBenefit);
  expect(await readCatalogue(db)).toEqual(fallbackCatalogue);
  await seedCatalogue(db);
  expect(await readCatalogue(db)).toEqual(firstCatalogue);
});

describe('a catalogue that an operator changed', () => {
  const changes: [string, (tx: Transaction) => Promise<unknown>][] = [
    ['a price', (tx) => tx.update(premiumOptions).set({ monthlyCents: 40_00 })],
    ['a badge', (tx) => tx.update(tariffs).set({ badge: 'Neu' })],
    ['the benefit itself', (tx) => accommodation(tx, 'bis 50 € pro Tag')],
    ['its tariffs', (tx) => tx.delete(tariffs).where(eq(tariffs.type, 'top'))],
  ];
  test.each(changes)('stays as it is: %s', async (_, change) => {
    await db.write((tx) => tx.delete(tariffs));
    await seedCatalogue(db);
    await db.write(async (tx) => {
      await withOldBenefit(tx);
      await change(tx);
    });
    const changed = await readCatalogue(db);
    await seedCatalogue(db);
    expect(await readCatalogue(db)).toEqual(changed);
  });
});

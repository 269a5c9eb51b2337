/** Nobody reads half a version, also while it is being replaced. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Database } from '#db/client';
import { readCatalogue } from '#db/tariffs/catalogue';
import { activateDue, insertVersion, seedTariffs } from '#db/tariffs/versions';
import { firstCatalogue } from '#domain/landing-facts';
import { tariffTypes } from '#domain/tariffs/catalogue';
import { termsWith } from '#domain/tariffs/versions';
import { openTables } from '../support/migrated';
import { scratch } from '../support/processes';

const here = scratch();
const day = (number: number) => `2027-01-${String(number).padStart(2, '0')}`;
let db: Database;

beforeAll(async () => {
  db = await openTables(`file:${here.path('app.db')}`);
  await seedTariffs(db, Date.parse('2026-11-20T09:00:00Z'));
});
afterAll(async () => {
  await db.close();
  await here.remove();
});

/** Every premium, every benefit and the surcharge of a version are its number. */
const uniform = (number: number) => ({
  premiums: tariffTypes.map(() => [number, number, number, number]),
  benefits: tariffTypes.map(() =>
    Array.from({ length: number }, (_, at) => ({ name: `${at}`, beschreibung: `${number}` })),
  ),
  ageSurchargePercent: number,
});

test('each read has premiums, benefits and surcharge of one version', async () => {
  const versions = 12;
  for (let number = 1; number <= versions; number += 1) {
    const terms = termsWith(firstCatalogue, uniform(number));
    const by = { createdBy: 'antje', releasedBy: 'antje', createdAt: 0 };
    const version = { state: 'released', validFrom: day(number), terms, ...by } as const;
    await db.write((tx) => insertVersion(tx, version));
  }
  let done = false;
  const seen: Set<number>[] = [];
  const read = async () => {
    while (!done) {
      // the driver is synchronous, so that a loop without a turn would let nobody write
      await new Promise((resolve) => setImmediate(resolve));
      const { tariffs, ageSurchargePercent } = await readCatalogue(db.read);
      const facts = tariffs.flatMap(({ premiumOptions, benefits }) => [
        ...premiumOptions.map(({ monthlyPremium }) => monthlyPremium),
        ...benefits.map(({ beschreibung }) => Number(beschreibung)),
        benefits.length,
      ]);
      seen.push(new Set([...facts, ageSurchargePercent]));
    }
  };
  const reading = [read(), read()];
  for (let number = 1; number <= versions; number += 1) await db.write((tx) => activateDue(tx, day(number)));
  done = true;
  await Promise.all(reading);
  const ours = seen.filter((facts) => !facts.has(20));
  expect(ours.filter(({ size }) => size !== 1)).toEqual([]);
  expect(new Set(ours.flatMap((facts) => [...facts])).size).toBeGreaterThan(2);
});

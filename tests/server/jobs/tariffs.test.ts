/** Released tariffs come into force at midnight in Berlin, whatever the clock does, on one instance and on two. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { tariffVersions } from '#db/schema/tariffs';
import type { TariffVersion } from '#domain/tariffs/staff';
import { api, href } from '#domain/urls';
import { activateDueTariffs } from '#server/jobs/jobs';
import { scratch } from '#tests/db/support/processes';
import { hire, openOffice } from '#tests/server/features/backoffice/staff';
import { callsOf, withTop250 } from '#tests/server/features/backoffice/tariffs/calls';
import { startApp, type TestApp } from '#tests/support/app';
import { draw } from '#tests/support/drawing';
import { readPdf } from '#tests/support/pdf';
import { createVisitor, johanna, matthias, type Visitor } from '#tests/support/people';

let office: Awaited<ReturnType<typeof openOffice>>;
let calls: ReturnType<typeof callsOf>;
beforeEach(async () => {
  office = await openOffice({ draw });
  calls = callsOf(office.antje);
});

const look = (iso: string) => {
  office.app.clock.now = Date.parse(iso);
  return activateDueTariffs(office.app.context);
};
const states = async () => (await calls.list()).map(({ number, state }) => `${number} ${state}`);
const release = async (validFrom: string, amount: number, ageSurchargePercent = 20) => {
  const draft = await calls.draft({ validFrom, premiums: withTop250(amount), ageSurchargePercent });
  const { status, body } = await calls.release(draft, { confirm: true });
  expect(status).toBe(200);
  return body as TariffVersion;
};

test.each([
  ['in winter', '2026-12-01', '2026-11-30T22:59:59Z', '2026-11-30T23:00:00Z'],
  ['in summer', '2027-07-01', '2027-06-30T21:59:59Z', '2027-06-30T22:00:00Z'],
  ['on the day of the summer time', '2027-03-28', '2027-03-27T22:59:59Z', '2027-03-27T23:00:00Z'],
  ['the day after it', '2027-03-29', '2027-03-28T21:59:59Z', '2027-03-28T22:00:00Z'],
  ['on the day of the winter time', '2027-10-31', '2027-10-30T21:59:59Z', '2027-10-30T22:00:00Z'],
  ['the day after that', '2027-11-01', '2027-10-31T22:59:59Z', '2027-10-31T23:00:00Z'],
])('released tariffs come into force at midnight %s', async (_, day, before, midnight) => {
  await release(day, 45.5);
  await look(before);
  expect([await states(), await top250(office.app)]).toEqual([['2 released', '1 active'], 44.58]);
  await look(midnight);
  expect([await states(), await top250(office.app)]).toEqual([['2 active', '1 past'], 45.5]);
});

test('released tariffs stay in force when the clock is set back, and come into force once', async () => {
  await release('2026-12-01', 45.5);
  await look('2026-12-01T00:00:00Z');
  const active = await calls.list();
  for (const iso of ['2026-11-30T22:30:00Z', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z']) {
    await look(iso);
    expect([await calls.list(), await top250(office.app)]).toEqual([active, 45.5]);
  }
});

test('released tariffs of several missed days: the latest is in force, the others are past', async () => {
  await release('2027-01-01', 46);
  await release('2026-12-01', 45);
  await release('2027-02-01', 47);
  await look('2027-01-15T12:00:00Z');
  expect([await states(), await top250(office.app)]).toEqual([
    ['4 released', '3 past', '2 active', '1 past'],
    46,
  ]);
});

test('released tariffs for today come into force at once', async () => {
  expect(await release('2026-11-20', 45.5)).toMatchObject({ state: 'active' });
  expect([await states(), await top250(office.app)]).toEqual([['2 active', '1 past'], 45.5]);
  // and once more, to mend a mistake
  await release('2026-11-20', 45.6);
  expect([await states(), await top250(office.app)]).toEqual([['3 active', '2 past', '1 past'], 45.6]);
});

test('released tariffs write a line in the log with their number', async () => {
  const log: unknown[] = [];
  await release('2026-12-01', 45.5);
  office.app.clock.now = Date.parse('2026-12-01T00:00:00Z');
  const context = { ...office.app.context, log: (...line: unknown[]) => void log.push(line) };
  await activateDueTariffs(context);
  await activateDueTariffs(context);
  expect(log).toEqual([['info', 'tariffs_activated', { number: 2 }]]);
});

test('released tariffs cost a look without a write when nothing is due', async () => {
  await release('2026-12-01', 45.5);
  const db = { ...office.app.db, write: () => Promise.reject(new Error('a write')) };
  await activateDueTariffs({ ...office.app.context, db });
});

const monthly = async (visitor: Visitor) => (await visitor.read('tariff-selection')).body.monthlyPremium;
const pdf = async ({ id }: Visitor) => {
  const headers = { authorization: `Bearer ${office.antje.token}` };
  const response = await office.app.ask('GET', href(api.document, { id }), { headers });
  return (await readPdf(await response.bytes())).letters;
};

test('an application that is open is charged what is in force when it is saved and completed', async () => {
  const visitor = createVisitor(office.app);
  await visitor.fill(johanna);
  expect(await monthly(visitor)).toBe(44.58);
  await release('2026-11-20', 45.5);
  await visitor.save('horse-data', johanna['horse-data']);
  expect(await monthly(visitor)).toBe(45.5);
  await release('2026-11-20', 45.6);
  await visitor.complete();
  const { body } = await office.antje.ask('GET', href(api.details, { id: visitor.id }));
  expect(body).toMatchObject({ tariffSelection: { monthlyPremium: 45.6 } });
});

test('an application that is completed keeps its price and the surcharge in its PDF', async () => {
  const [before, older, after] = [1, 2, 3].map(() => createVisitor(office.app)) as [
    Visitor,
    Visitor,
    Visitor,
  ];
  for (const visitor of [before, older]) {
    await visitor.fill(matthias);
    await visitor.complete();
  }
  // as if it were from before the versions
  await office.app.db.write((tx) => tx.update(applications).set({ tariffVersion: null }));
  await before.fill(matthias);
  const { body: price } = await office.antje.ask('GET', href(api.details, { id: before.id }));
  await release('2026-11-20', 45.5, 35);
  await after.fill(matthias);
  await after.complete();
  const letters = await Promise.all([before, older, after].map(pdf));
  expect(letters.map((text) => text.match(/Alterszuschlagvon(\d+)%/)?.[1])).toEqual(['20', '20', '35']);
  const { body } = await office.antje.ask('GET', href(api.details, { id: before.id }));
  expect(body.tariffSelection).toEqual(price.tariffSelection as never);
  expect(body).toMatchObject({ tariffSelection: { monthlyPremium: 80.08 } });
  const { body: dearer } = await office.antje.ask('GET', href(api.details, { id: after.id }));
  // 69.52 + 35 % = 93.85, less 4 % = 90.10
  expect(dearer).toMatchObject({ tariffSelection: { monthlyPremium: 90.1 } });
  const stored = await office.app.db.read.select({ number: applications.tariffVersion }).from(applications);
  expect(stored.map(({ number }) => number)).toEqual([null, null, 2]);
});

test('the surcharge belongs to its version', async () => {
  await release('2026-11-20', 44.58, 35);
  const [{ terms } = { terms: null }] = await office.app.db.read.select().from(tariffVersions).limit(1);
  expect(terms?.ageSurchargePercent).toBe(20);
  expect(await (await office.app.ask('GET', api.tariffs)).json()).toMatchObject({ ageSurchargePercent: 35 });
});

const here = scratch();
let url = '';
beforeAll(async () => {
  url = (await here.startSqld()).url;
});
afterAll(() => here.remove());

const rounds = 5;

test('both show the new tariffs, which came into force once', async () => {
  const env = { DATABASE_URL: url, ...secrets };
  const one = await startApp({ env });
  const other = await startApp({ env });
  const apps = [one, other];
  const calls = callsOf(await hire(one, 'antje', 'admin'));
  for (let round = 1; round <= rounds; round += 1) {
    const validFrom = `2027-0${round}-01`;
    const amount = 44.58 + round;
    await calls.release(await calls.draft({ validFrom, premiums: withTop250(amount) }), { confirm: true });
    for (const { clock } of apps) clock.now = Date.parse(`${validFrom}T00:00:00Z`);
    await Promise.all([...apps, ...apps].map(({ context }) => activateDueTariffs(context)));
    expect(await Promise.all(apps.map(top250))).toEqual([amount, amount]);
  }
  const states = (await calls.list()).map(({ state }) => state);
  expect(states).toEqual(['active', ...Array(rounds).fill('past')]);
  const logged = apps.flatMap((app) => app.logged).filter((line) => line.includes('tariffs_activated'));
  expect(logged).toHaveLength(rounds);
}, 60_000);

const secrets = {
  JWT_SECRET: 'j'.repeat(48),
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: 'info',
};

async function top250(app: TestApp): Promise<number | undefined> {
  const { tariffs } = (await (await app.ask('GET', api.tariffs)).json()) as {
    tariffs: { premiumOptions: { monthlyPremium: number }[] }[];
  };
  return tariffs[1]?.premiumOptions[1]?.monthlyPremium;
}

/** The list of what staff have prepared. */
import { expect, test } from 'bun:test';
import { readPreparations } from '#db/preparations';
import { applications } from '#db/schema/applications';
import { preparations } from '#db/schema/desk';
import { api } from '#domain/urls';
import { createVisitor, johanna, kim, sentence } from '#tests/support/people';
import { countStatements, openOffice } from '../staff';
import { askForCall, prepare, state } from './call';

const day = 24 * 3_600_000;
const start = { insuranceStartDate: '2027-06-01' };
const laterJohanna = { ...johanna, 'horse-data': { ...johanna['horse-data'], ...start } };

test('is newest first, and says who prepared what for whom', async () => {
  const { app, antje, lukas } = await openOffice();
  const callbackId = await askForCall(app);
  const first = await prepare(lukas, { callbackId });
  app.clock.now += 1_000;
  const { dataProcessingConsent: _, salutation: __, ...contact } = kim['contact-data'];
  const second = await prepare(antje, { contact });
  const shared = { state: 'open', undeliverable: false, reply: null };
  expect((await lukas.ask('GET', api.preparations)).body).toEqual({
    preparations: [
      {
        ...{ ...second, ...shared, callbackId: null, name: 'Kim Lang' },
        ...{ createdBy: 'antje.brandt', createdAt: '2026-11-20T09:00:01.000Z' },
      },
      {
        ...{ ...first, ...shared, callbackId, name: 'Johanna Sommer' },
        ...{ createdBy: 'lukas.weber', createdAt: '2026-11-20T09:00:00.000Z' },
      },
    ],
    total: 2,
    totalPages: 1,
    waiting: 0,
  });
});

test('is filtered by each state, and no other', async () => {
  const { app, lukas } = await openOffice();
  const expired = await prepare(lukas);
  const later = { horse: undefined };
  app.clock.now += 14 * day;
  const [open, begun, completed] = [
    await prepare(lukas, later),
    await prepare(lukas, later),
    await prepare(lukas, later),
  ];
  await createVisitor(app, begun.applicationId).save('horse-data', laterJohanna['horse-data']);
  const customer = createVisitor(app, completed.applicationId);
  await customer.fill(laterJohanna);
  expect((await customer.complete()).status).toBe(200);
  for (const [name, { id }] of Object.entries({ open, begun, completed, expired })) {
    const { body } = await lukas.ask('GET', state(name));
    expect(body).toMatchObject({ preparations: [{ id, state: name }], total: 1, totalPages: 1 });
  }
  expect((await lukas.ask('GET', api.preparations)).body.total).toBe(4);
  const { status, body } = await lukas.ask('GET', state('late'));
  expect([status, body.errors]).toEqual([422, [{ path: 'state', message: sentence }]]);
});

test('counts those that wait for their customer for three days, whatever it shows', async () => {
  const { app, lukas } = await openOffice();
  const waiting = async (path: string = api.preparations) => (await lukas.ask('GET', path)).body.waiting;
  const [left] = [await prepare(lukas), await prepare(lukas)];
  const customer = createVisitor(app, left.applicationId);
  await customer.save('horse-data', johanna['horse-data']);
  app.clock.now += 3 * day - 1;
  expect(await waiting()).toBe(0);
  app.clock.now += 1;
  expect(await waiting()).toBe(1);
  expect(await waiting(`${state('completed')}&page=9&pageSize=1`)).toBe(1);
  await customer.save('contact-data', johanna['contact-data']);
  expect(await waiting()).toBe(0);
  app.clock.now += 30 * day;
  expect(await waiting()).toBe(1);
  await customer.fill(laterJohanna);
  expect((await customer.complete()).status).toBe(200);
  app.clock.now += 30 * day;
  expect(await waiting()).toBe(0);
});

test('of 201 is read in three pages, each with two statements', async () => {
  const { app, lukas } = await openOffice();
  const model = await prepare(lukas);
  const [row] = await app.db.read.select().from(preparations);
  if (!row) throw new Error('Nothing was prepared.');
  await app.db.write(async (tx) => {
    for (let index = 1; index <= 200; index += 1) {
      const id = crypto.randomUUID();
      await tx.insert(applications).values({ id, createdAt: index, updatedAt: index });
      await tx
        .insert(preparations)
        .values({ ...row, id: crypto.randomUUID(), applicationId: id, createdAt: index });
    }
  });
  const ids = new Set<string>();
  for (const [page, count] of [
    [1, 100],
    [2, 100],
    [3, 1],
  ] as const) {
    const path = `${api.preparations}?page=${page}&pageSize=100`;
    const { body } = await lukas.ask('GET', path);
    const rows = body.preparations as { id: string }[];
    expect([rows.length, body.total, body.totalPages]).toEqual([count, 201, 3]);
    for (const { id } of rows) ids.add(id);
  }
  expect([ids.size, ids.has(model.id)]).toEqual([201, true]);
  const asked = { page: 1, pageSize: 100, state: null, now: app.clock.now };
  expect(await countStatements(() => readPreparations(app.db, asked, 0))).toBe(2);
});

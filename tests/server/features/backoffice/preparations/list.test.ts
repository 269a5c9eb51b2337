/** The list of what staff have prepared. */
import { expect, test } from 'bun:test';
import { dayMs } from '#domain/time';
import { api } from '#domain/urls';
import { createVisitor, johanna, kim } from '#tests/support/people';
import { openOffice } from '../staff';
import { askForCall, prepare, state } from './call';

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

test('is filtered by each state', async () => {
  const { app, lukas } = await openOffice();
  const expired = await prepare(lukas);
  const later = { horse: undefined };
  app.clock.now += 14 * dayMs;
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
});

test('counts those that wait for their customer for three days, whatever it shows', async () => {
  const { app, lukas } = await openOffice();
  const waiting = async (path: string = api.preparations) => (await lukas.ask('GET', path)).body.waiting;
  const [left] = [await prepare(lukas), await prepare(lukas)];
  const customer = createVisitor(app, left.applicationId);
  await customer.save('horse-data', johanna['horse-data']);
  app.clock.now += 3 * dayMs - 1;
  expect(await waiting()).toBe(0);
  app.clock.now += 1;
  expect(await waiting()).toBe(1);
  expect(await waiting(`${state('completed')}&page=9&pageSize=1`)).toBe(1);
  await customer.save('contact-data', johanna['contact-data']);
  expect(await waiting()).toBe(0);
  app.clock.now += 30 * dayMs;
  expect(await waiting()).toBe(1);
  await customer.fill(laterJohanna);
  expect((await customer.complete()).status).toBe(200);
  app.clock.now += 30 * dayMs;
  expect(await waiting()).toBe(0);
});

/** How many applications one client network begins. */
import { expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { api, href } from '#domain/urls';
import { networkHash } from '#server/keyed-hash';
import { startApp, type TestApp } from '#tests/support/app';
import { completed } from '#tests/support/applications';
import { tokenIn } from '#tests/support/mail-links';
import { answerOf, johanna } from '#tests/support/people';
import { rowsOf } from '#tests/support/stored';

const minute = 60_000;
const env = { RATE_LIMIT: 'on', TRUST_PROXY: 'true' };
const from = (address: string) => ({ 'x-forwarded-for': address });
const key = 'tariff-selection';

const begin = async (app: TestApp, address: string, id: string = crypto.randomUUID()) =>
  answerOf(await app.ask('POST', href(api.set(key), { id }), { body: johanna[key], headers: from(address) }));

/** Begins applications, fewer a minute than the limit of all public writes. */
async function flood(app: TestApp, addressOf: (count: number) => string, many = 120) {
  const statuses = new Set<number>();
  for (let count = 0; count < many; count += 1) {
    if (count % 50 === 0) app.clock.now += minute;
    statuses.add((await begin(app, addressOf(count))).status);
  }
  return [...statuses];
}

test('120 an hour, and then 429 with the time that is left, for new ones alone', async () => {
  const app = await startApp({ env });
  const id = crypto.randomUUID();
  expect((await begin(app, '203.0.113.7', id)).status).toBe(201);
  expect(await flood(app, () => '203.0.113.7', 119)).toEqual([201]);
  app.clock.now += minute;
  const refused = await begin(app, '203.0.113.7');
  expect([refused.status, Object.keys(refused.body)]).toEqual([429, ['message']]);
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(55 * 60, 60 * 60);
  expect((await begin(app, '203.0.113.7', id)).status).toBe(200);
  expect((await begin(app, '203.0.113.8')).status).toBe(201);
  expect(await app.db.read.$count(applications)).toBe(121);
  app.clock.now += 60 * minute;
  expect((await begin(app, '203.0.113.7')).status).toBe(201);
});

test('the addresses of one /56 of IPv6 count together', async () => {
  const app = await startApp({ env });
  expect(
    await flood(app, (count) => `2001:db8:0:1${(count % 256).toString(16).padStart(2, '0')}::1`),
  ).toEqual([201]);
  app.clock.now += minute;
  expect((await begin(app, '2001:db8:0:1ab::9')).status).toBe(429);
  expect((await begin(app, '2001:db8:0:2ab::9')).status).toBe(201);
});

test('what is refused begins none, and another horse is one', async () => {
  const app = await startApp({ env });
  await completed(app);
  const token = await tokenIn(app, 'completion', 'status');
  const another = async () =>
    (
      await app.ask('POST', href(api.anotherHorseByLink, { token }), {
        body: {},
        headers: from('203.0.113.7'),
      })
    ).status;
  for (let count = 0; count < 30; count += 1)
    await app.ask('POST', href(api.set(key), { id: crypto.randomUUID() }), {
      body: {},
      headers: from('203.0.113.7'),
    });
  expect(await flood(app, () => '203.0.113.7', 119)).toEqual([201]);
  app.clock.now += minute;
  expect([await another(), await another()]).toEqual([201, 429]);
  expect((await begin(app, '203.0.113.7')).status).toBe(429);
});

test('RATE_LIMIT=off takes any number', async () => {
  const app = await startApp({ env: { ...env, RATE_LIMIT: 'off' } });
  expect(await flood(app, () => '203.0.113.7', 130)).toEqual([201]);
});

test('the network that saved the contact data last is stored, as a hash', async () => {
  const app = await startApp({ env });
  const id = crypto.randomUUID();
  const save = (set: 'contact-data' | 'horse-data', address: string) =>
    app.ask('POST', href(api.set(set), { id }), { body: johanna[set], headers: from(address) });
  const stored = async () => (await rowsOf(app, applications))[0]?.network;
  await save('horse-data', '203.0.113.7');
  expect(await stored()).toBeNull();
  await save('contact-data', '203.0.113.8');
  await save('horse-data', '203.0.113.9');
  const hash = networkHash(app.config);
  expect(await stored()).toBe(hash('203.0.113.8'));
  await app.ask('POST', href(api.set('contact-data'), { id }), {
    body: { ...johanna['contact-data'], reminderConsent: true },
    headers: from('2001:db8:0:1ab::9'),
  });
  expect(await stored()).toBe(hash('2001:db8:0:100::/56'));
});

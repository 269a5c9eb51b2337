/** `POST /api/withdrawals` as JSON: what is stored, repeated and refused. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { DatabaseUnavailable } from '#db/driver/errors';
import { withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { withdrawalNotices } from '#domain/form-notices';
import { setApp, startApp, testNow } from '#tests/support/app';
import { answerOf, sentence } from '#tests/support/people';
import {
  declaration,
  declare,
  expectSecretive,
  mailCounts,
  postDeclaration,
  proofs,
  queuedMails,
  storedWithdrawals,
} from './declaration';

const app = setApp();
beforeEach(async () => {
  app.clock.now = testNow;
  app.woken.count = 0;
  for (const table of [outbox, withdrawals]) await app.db.write((tx) => tx.delete(table));
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const minute = 60_000;
const hour = 60 * minute;
const limited = (env: Record<string, string> = {}) => startApp({ env: { RATE_LIMIT: 'on', ...env } });

describe('a withdrawal as JSON', () => {
  test('is stored with its time, and returns id and time', async () => {
    const { status, body, headers } = await answerOf(await declare(app, { contract: ' K-77 ' }));
    expect({ status, body }).toEqual({
      status: 201,
      body: { id: expect.stringMatching(uuid), receivedAt: '2026-11-20T09:00:00.000Z' },
    });
    expectSecretive({ headers });
    expect(await storedWithdrawals(app)).toEqual([
      {
        ...declaration,
        id: String(body.id),
        receivedAt: testNow,
        contract: 'K-77',
        applicationId: null,
        match: 'none',
        assignedAt: null,
        outcome: null,
        note: null,
        closedAt: null,
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        tokenHash: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    const about = { withdrawalId: body.id, applicationId: null, status: 'pending', createdAt: testNow };
    expect(await queuedMails(app)).toMatchObject([
      { ...about, emailType: 'withdrawal_receipt', recipientEmail: declaration.email, recipientName: '' },
      {
        ...about,
        emailType: 'withdrawal_notification',
        recipientEmail: app.context.operator.mail.internalTo,
      },
    ]);
    expect(app.woken.count).toBe(1);
  });

  test('leaves a proof that is kept for ten years from the end of the year', async () => {
    const app = await startApp();
    await declare(app);
    expect(await proofs(app)).toMatchObject([
      {
        at: testNow,
        kind: 'withdrawal',
        applicationId: null,
        wordingSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        way: 'page',
        keepUntil: Date.parse('2036-12-31T23:00:00Z'),
      },
    ]);
  });

  test.each([[undefined], [null], [''], ['   ']])('needs no number: %p', async (contract) => {
    expect((await declare(app, { contract })).status).toBe(201);
    expect(await storedWithdrawals(app)).toMatchObject([{ contract: null }]);
  });

  test('ignores unknown fields', async () => {
    const change = { id: 'x', match: 'exact', outcome: 'effective', receivedAt: 1, applicationId: 'y' };
    expect((await declare(app, change)).status).toBe(201);
    expect(await storedWithdrawals(app)).toMatchObject([
      { match: 'none', outcome: null, receivedAt: testNow, applicationId: null },
    ]);
  });

  test('that is invalid gets a message for each field, stores nothing and sends no mail', async () => {
    const change = { name: ' ', email: 'a@x.de, b@y.de', contract: 'https://evil.example' };
    const { status, body } = await answerOf(await declare(app, change));
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        message: sentence,
        errors: [
          { path: 'name', message: 'Bitte geben Sie Ihren Namen ein' },
          { path: 'email', message: 'Bitte geben Sie eine gültige E-Mail-Adresse ein' },
          { path: 'contract', message: 'Bitte geben Sie hier keine Internetadresse ein' },
        ],
      },
    });
    expect([await storedWithdrawals(app), await queuedMails(app), app.woken.count]).toEqual([[], [], 0]);
  });
});

describe('the same declaration', () => {
  const same: [string, object][] = [
    ['again', {}],
    ['in capitals', { name: 'JOHANNA SOMMER', email: declaration.email.toUpperCase(), contract: 'k-77' }],
    ['with other blanks', { name: '  Johanna \u00a0 Sommer ', contract: ' K-77' }],
    ['with wide letters', { name: 'Ｊｏｈａｎｎａ Sommer' }],
  ];

  test.each(same)('within 24 hours is the same withdrawal: %s', async (_, change) => {
    const app = await startApp();
    const first = await answerOf(await declare(app, { contract: 'K-77' }));
    app.clock.now += 24 * hour - 1;
    const again = await answerOf(await declare(app, { contract: 'K-77', ...change }));
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(await storedWithdrawals(app)).toHaveLength(1);
    expect([(await queuedMails(app)).length, (await proofs(app)).length, app.woken.count]).toEqual([2, 1, 1]);
  });

  test.each([
    ['another name', { name: 'Johann Sommer' }],
    ['another address', { email: 'sommer@mail.example' }],
    ['another number', { contract: 'K-78' }],
    ['no number', { contract: '' }],
  ])('is another one with %s', async (_, change) => {
    await declare(app, { contract: 'K-77' });
    expect((await declare(app, { contract: 'K-77', ...change })).status).toBe(201);
    expect(await storedWithdrawals(app)).toHaveLength(2);
  });

  test('is another one after 24 hours', async () => {
    await declare(app);
    app.clock.now += 24 * hour;
    expect((await declare(app)).status).toBe(201);
    expect(await mailCounts(app)).toEqual({ withdrawal_receipt: 2, withdrawal_notification: 2 });
  });

  test('sent twenty times at once is one withdrawal', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => declare(app)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(await Promise.all(answers.map(async (one) => (await one.json()).id))).size).toBe(1);
    expect(await storedWithdrawals(app)).toHaveLength(1);
  });
});

describe('withdrawals from one address', () => {
  const send = (app: Awaited<ReturnType<typeof startApp>>, index: number, headers = {}) =>
    declare(app, { contract: `K-${index}` }, headers);

  test('are limited to five a minute, and the refusal names post and e-mail', async () => {
    const app = await limited();
    const statuses: number[] = [];
    for (let index = 0; index < 10; index += 1) statuses.push((await send(app, index)).status);
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(5).fill(429)]);
    const refused = await answerOf(await send(app, 11));
    expect(refused.body).toEqual({ message: withdrawalNotices.tooMany(app.context.operator) });
    expectSecretive(refused);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeWithin(1, 61);
    app.clock.now += seconds * 1000;
    expect((await send(app, 12)).status).toBe(201);
  });

  test('that are repeated count too, invalid ones only for the limit of all writes', async () => {
    const app = await limited();
    for (let count = 0; count < 50; count += 1) expect((await declare(app, { name: '' })).status).toBe(422);
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await declare(app)).status);
    expect(statuses).toEqual([201, 200, 200, 200, 200, 429, 429]);
    for (let count = 0; count < 3; count += 1) await declare(app, { name: '' });
    const refused = await answerOf(await declare(app, { name: '' }));
    expect(refused).toMatchObject({
      status: 429,
      body: { message: withdrawalNotices.tooMany(app.context.operator) },
    });
  });

  test('by the plain form count for the limit of all writes too', async () => {
    const app = await limited();
    const post = () => postDeclaration(app, { name: '' });
    for (let count = 0; count < 60; count += 1) expect((await post()).status).toBe(422);
    expect((await post()).status).toBe(429);
  });

  test('do not count for another address', async () => {
    const app = await limited({ TRUST_PROXY: 'true' });
    for (let index = 0; index < 5; index += 1) await send(app, index, { 'x-forwarded-for': '203.0.113.7' });
    expect((await send(app, 6, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(429);
    expect((await send(app, 7, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(201);
  });
});

describe('a withdrawal that cannot be stored', () => {
  test.each([
    ['an unavailable database', new DatabaseUnavailable('busy')],
    ['a bug', new TypeError('Johanna Sommer')],
  ])('gets 503 and another way: %s', async (_, error) => {
    const app = await startApp();
    app.context.db = { ...app.db, write: () => Promise.reject(error) };
    const { status, headers, body } = await answerOf(await declare(app));
    expect({ status, body }).toEqual({
      status: 503,
      body: { message: withdrawalNotices.unavailable(app.context.operator) },
    });
    expect(headers.get('retry-after')).toBe('5');
    expectSecretive({ headers });
    const logged = app.logged.filter((line) => line.includes('withdrawal_not_stored'));
    expect(logged).toHaveLength(error instanceof DatabaseUnavailable ? 0 : 1);
    expect(app.logged.join('\n')).not.toMatch(/johanna|sommer|@/i);
  });
});

test('no log line contains personal data', async () => {
  const app = await startApp({ env: { LOG_LEVEL: 'debug' } });
  await declare(app, { contract: 'Kanari-77' });
  await declare(app, { name: '' });
  await new Promise(setImmediate);
  expect(app.logged.length).toBeGreaterThanOrEqual(2);
  expect(app.logged.join('\n')).not.toMatch(/johanna|sommer|kanari|@/i);
});

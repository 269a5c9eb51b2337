/** `POST /api/withdrawals` as JSON: what is stored, repeated and refused. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { setApp, testNow } from '#tests/support/app';
import { answerOf, sentence } from '#tests/support/people';
import { mailsOf, proofsOf } from '#tests/support/stored';
import { declaration, declare, expectSecretive, mailCounts, storedWithdrawals } from './declaration';

const app = setApp();
beforeEach(async () => {
  app.clock.now = testNow;
  app.woken.count = 0;
  for (const table of [outbox, withdrawals]) await app.db.write((tx) => tx.delete(table));
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const minute = 60_000;
const hour = 60 * minute;

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
    expect(await mailsOf(app)).toMatchObject([
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
    await declare(app);
    expect((await proofsOf(app)).at(-1)).toMatchObject({
      at: testNow,
      kind: 'withdrawal',
      applicationId: null,
      wordingSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      way: 'page',
      keepUntil: Date.parse('2036-12-31T23:00:00Z'),
    });
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
    expect([await storedWithdrawals(app), await mailsOf(app), app.woken.count]).toEqual([[], [], 0]);
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
    const first = await answerOf(await declare(app, { contract: 'K-77' }));
    const known = (await proofsOf(app)).length;
    app.clock.now += 24 * hour - 1;
    const again = await answerOf(await declare(app, { contract: 'K-77', ...change }));
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    expect(await storedWithdrawals(app)).toHaveLength(1);
    expect([(await mailsOf(app)).length, (await proofsOf(app)).length, app.woken.count]).toEqual([
      2,
      known,
      1,
    ]);
  });

  test.each([
    ['another name', { name: 'Johann Sommer' }, 0],
    ['another address', { email: 'sommer@mail.example' }, 0],
    ['another number', { contract: 'K-78' }, 0],
    ['no number', { contract: '' }, 0],
    ['the same values after 24 hours', {}, 24 * hour],
  ])('is another one with %s', async (_, change, after) => {
    await declare(app, { contract: 'K-77' });
    app.clock.now += after;
    expect((await declare(app, { contract: 'K-77', ...change })).status).toBe(201);
    expect(await storedWithdrawals(app)).toHaveLength(2);
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

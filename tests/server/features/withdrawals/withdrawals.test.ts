/** A withdrawal as JSON and by the form without JavaScript: what is stored, repeated, shown and refused. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { withdrawalSentence } from '#domain/law/wordings';
import { pages } from '#domain/urls';
import { typedCaching } from '#server/http/headers';
import { setApp, startApp, testNow } from '#tests/support/app';
import { answerOf } from '#tests/support/people';
import { mailsOf, proofsOf } from '#tests/support/stored';
import {
  completed,
  confirmed,
  declaration,
  declare,
  expectSecretive,
  mailCounts,
  openForm,
  postDeclaration,
  storedWithdrawals,
} from './declaration';

const app = setApp();

beforeEach(async () => {
  app.clock.now = testNow;
  app.woken.count = 0;
  for (const table of [outbox, withdrawals, applications]) await app.db.write((tx) => tx.delete(table));
});

const day = 24 * 3_600_000;
const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
const receiptAndReport = { withdrawal_receipt: 1, withdrawal_notification: 1 };

test('a withdrawal as JSON is stored with its time and nothing else that was sent, proven, and mailed', async () => {
  const unknown = { id: 'x', match: 'exact', outcome: 'effective', receivedAt: 1, applicationId: 'y' };
  const { status, body, headers } = await answerOf(await declare(app, { contract: ' K-77 ', ...unknown }));
  const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([status, body]).toEqual([201, { id, receivedAt: '2026-11-20T09:00:00.000Z' }]);
  expectSecretive({ headers });
  const [stored, ...more] = await storedWithdrawals(app);
  expect(more).toEqual([]);
  const none = { applicationId: null, assignedAt: null, outcome: null, note: null, closedAt: null };
  expect(stored).toEqual({
    ...{ ...declaration, ...none, match: 'none', contract: 'K-77' },
    ...{ id: String(body.id), receivedAt: testNow, contentHash: hash },
    tokenHash: expect.stringMatching(/^[\w-]{43}$/),
  });
  const about = { withdrawalId: body.id, applicationId: null, status: 'pending', createdAt: testNow };
  const { internalTo } = app.context.operator.mail;
  expect(await mailsOf(app)).toMatchObject([
    { ...about, emailType: 'withdrawal_receipt', recipientEmail: declaration.email, recipientName: '' },
    { ...about, emailType: 'withdrawal_notification', recipientEmail: internalTo },
  ]);
  expect(app.woken.count).toBe(1);
  // ten years from the end of the year
  const keepUntil = Date.parse('2036-12-31T23:00:00Z');
  const proof = { at: testNow, kind: 'withdrawal', applicationId: null, wordingSha256: hash, way: 'page' };
  expect((await proofsOf(app)).at(-1)).toMatchObject({ ...proof, keepUntil });
});

describe('the same declaration', () => {
  test.each<[string, object]>([
    ['again', {}],
    ['in capitals', { name: 'JOHANNA SOMMER', email: declaration.email.toUpperCase(), contract: 'k-77' }],
    ['with other blanks', { name: '  Johanna \u00a0 Sommer ', contract: ' K-77' }],
    ['with wide letters', { name: 'Ｊｏｈａｎｎａ Sommer' }],
  ])('within 24 hours is the same withdrawal: %s', async (_, change) => {
    const first = await answerOf(await declare(app, { contract: 'K-77' }));
    const known = (await proofsOf(app)).length;
    app.clock.now += day - 1;
    const again = await answerOf(await declare(app, { contract: 'K-77', ...change }));
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    const counts = [await storedWithdrawals(app), await mailsOf(app), await proofsOf(app)];
    expect([...counts.map(({ length }) => length), app.woken.count]).toEqual([1, 2, known, 1]);
  });

  test.each([
    ['another name', { name: 'Johann Sommer' }, 0],
    ['another address', { email: 'sommer@mail.example' }, 0],
    ['another number', { contract: 'K-78' }, 0],
    ['no number', { contract: '' }, 0],
    ['the same values after 24 hours', {}, day],
  ])('is another one with %s', async (_, change, after) => {
    await declare(app, { contract: 'K-77' });
    app.clock.now += after;
    expect((await declare(app, { contract: 'K-77', ...change })).status).toBe(201);
    expect(await storedWithdrawals(app)).toHaveLength(2);
    expect(await mailCounts(app)).toEqual({ withdrawal_receipt: 2, withdrawal_notification: 2 });
  });

  test('sent twenty times at once is one withdrawal', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => declare(app)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(await Promise.all(answers.map(async (one) => (await one.json()).id))).size).toBe(1);
    expect(await storedWithdrawals(app)).toHaveLength(1);
  });
});

describe('the form', () => {
  test('has its three fields, the declaration and one button', async () => {
    const response = await openForm(app);
    const html = await response.text();
    expect(response.status).toBe(200);
    expectSecretive(response);
    expect(html).toContain('<title>Vertrag widerrufen | Sattelfest</title>');
    const form = html.slice(html.indexOf('<form'), html.indexOf('</form>'));
    expect(form).toMatch(/^<form (?=[^>]*method="post")[^>]*action="\/api\/withdrawals"/);
    const labels = (tag: string) =>
      [...form.matchAll(new RegExp(`<${tag}[^>]*>([^<]+)<`, 'g'))].map(([, label]) => label);
    expect(labels('button')).toEqual(['Widerruf bestätigen']);
    expect(labels('label')).toEqual([
      'Name',
      'E-Mail für die Eingangsbestätigung',
      'Antrags- oder Versicherungsnummer (falls zur Hand)',
    ]);
    for (const kind of ['name', 'email', 'off']) expect(form).toContain(`autoComplete="${kind}"`);
    expect(form).toContain(withdrawalSentence);
    expect(form).not.toMatch(/aria-invalid="|autofocus=/i);
    const { name, street, email } = app.context.operator.company;
    for (const part of [name, street, `href="mailto:${email}"`]) expect(html).toContain(part);
    // no question about cookies in a form, and no analytics at an address that gives access
    expect(html).toContain('data-quiet="true"');
  });

  test('takes the number from the link of a mail, and nothing else', async () => {
    const contractAt = async (path: string) =>
      (await (await app.ask('GET', path)).text()).match(/name="contract"[^>]*value="([^"]*)"/)?.[1];
    const id = crypto.randomUUID();
    // mail programs may add what nobody sees
    for (const path of [pages.withdrawalOf(id), `${pages.withdrawalOf(id)}%E2%80%8B%20`])
      expect(await contractAt(path)).toBe(id);
    const foreign = [
      '"><script>alert(1)</script>',
      'https://evil.example',
      'Rufen Sie 0900 an',
      'x'.repeat(41),
    ];
    for (const number of foreign)
      expect(await contractAt(`${pages.withdrawal}?antrag=${encodeURIComponent(number)}`)).toBe('');
  });

  test('needs no database', async () => {
    const app = await startApp();
    app.context.db = {} as never;
    expect((await openForm(app)).status).toBe(200);
  });

  test('leads to its confirmation, and stores the same as JSON', async () => {
    const response = await postDeclaration(app, { contract: 'K-77' });
    expect(response.status).toBe(303);
    expectSecretive(response);
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(/^\/vertrag-widerrufen\/[\w-]{43}$/);
    const [stored] = await storedWithdrawals(app);
    expect(stored).toMatchObject({ ...declaration, contract: 'K-77', match: 'none' });
    // the database does not have the token
    expect(JSON.stringify(stored)).not.toContain(location.split('/').at(-1) ?? '?');
    expect([await mailCounts(app), app.woken.count]).toEqual([receiptAndReport, 1]);
  });

  test('again leads to the same confirmation, also after JSON and with a new secret', async () => {
    const app = await startApp();
    const first = await confirmed(app);
    app.clock.now += 60_000;
    expect(await confirmed(app)).toBe(first);
    expect((await declare(app)).status).toBe(200);
    app.config.jwtSecret = 'another secret of at least 32 characters';
    const later = await confirmed(app);
    expect(later).not.toBe(first);
    expect((await app.ask('GET', later)).status).toBe(200);
    expect([await storedWithdrawals(app), await mailsOf(app)].map(({ length }) => length)).toEqual([1, 2]);
  });

  test('leads to the same page whether the number is known or not', async () => {
    const id = await completed(app);
    const read = async (contract: string) => {
      const html = await (await app.ask('GET', await confirmed(app, { contract }))).text();
      return html.replaceAll(contract, '…').replace(/[\w-]{43}/g, '…');
    };
    expect(await read(id)).toBe(await read(crypto.randomUUID()));
  });

  test('that is refused is shown again with its entries, a summary, and a message at each field', async () => {
    const response = await postDeclaration(app, { name: '', email: 'johanna', contract: 'www.evil.example' });
    expect(response.status).toBe(422);
    expectSecretive(response, typedCaching);
    const html = await response.text();
    const [, main = ''] = html.split('<main');
    expect(html).toContain('<title>Fehler: Vertrag widerrufen | Sattelfest</title>');
    expect(main).toContain('role="alert"');
    expect(main).toContain('3 Angaben fehlen noch oder stimmen nicht:');
    const messages = {
      name: ['Bitte geben Sie Ihren Namen ein', ''],
      email: ['Bitte geben Sie eine gültige E-Mail-Adresse ein', 'johanna'],
      contract: ['Bitte geben Sie hier keine Internetadresse ein', 'www.evil.example'],
    } as const;
    for (const [name, [message, entry]] of Object.entries(messages)) {
      const input = main.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0] ?? '';
      const ids = input.match(/aria-describedby="([^"]+)"/)?.[1]?.split(' ') ?? [];
      expect(ids.map((id) => main.split(`id="${id}"`)[1]?.split('</p>')[0]).join()).toContain(message);
      expect(input).toContain('aria-invalid="true"');
      expect(input).toContain(`value="${entry}"`);
      expect(input.includes('autofocus')).toBe(name === 'name');
      expect(main).toContain(`href="#feld-${name}"`);
    }
    expect([await storedWithdrawals(app), app.woken.count]).toEqual([[], 0]);
  });
});

/** What a person sees and erases of what is stored about their address. */
import { describe, expect, test } from 'bun:test';
import { evidence, outbox } from '#db/schema';
import { invalidLinkTitle } from '#domain/access-links';
import { birthDateMessages, type OwnData, privacyRequested } from '#domain/law/privacy';
import { api, href, pages } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { startApp, type TestApp } from '#tests/support/app';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna } from '#tests/support/people';
import { rare, tracesOf } from '#tests/support/traces';

const minute = 60_000;
const form = (fields: Record<string, string> = {}) => ({
  raw: new URLSearchParams(fields).toString(),
  type: 'application/x-www-form-urlencoded',
  headers: { 'sec-fetch-site': 'same-origin' },
});

const request = (app: TestApp, email: string) => app.ask('POST', api.privacyRequests, { body: { email } });

async function tokenFor(app: TestApp, email: string): Promise<string> {
  expect((await request(app, email)).status).toBe(202);
  return await tokenIn(app, 'privacy_link', 'meine-daten');
}

const dataOf = async (app: TestApp, token: string) =>
  (await (await app.ask('POST', href(api.exportOwnData, { token }), { body: {} })).json()) as OwnData;
const erase = (app: TestApp, token: string, body: unknown = {}) =>
  app.ask('POST', href(api.eraseOwnData, { token }), { body });

async function filled(app: TestApp, person = rare, complete = false) {
  const visitor = createVisitor(app);
  await visitor.fill(person);
  if (complete) expect((await visitor.complete()).status).toBe(200);
  return visitor;
}

const { email } = rare['contact-data'];
const { birthDate } = rare['policyholder-info'];
const callback = { name: 'Holunderblüte', phone: '030 5', email, dataProcessingConsent: true };

describe('asking for the link', () => {
  test('answers known and unknown addresses alike, and sends each a mail', async () => {
    const app = await startApp();
    await filled(app);
    for (const address of [email, 'niemand@nirgends.example']) {
      const json = await request(app, address);
      expect([json.status, await json.json()]).toEqual([202, { message: privacyRequested }]);
      const plain = await app.ask('POST', api.privacyRequests, form({ email: address }));
      expect([plain.status, plain.headers.get('location')]).toEqual([303, `${pages.ownData}?link=gesendet`]);
    }
    const mails = await app.db.read.select().from(outbox);
    expect(
      mails.map(({ emailType, recipientEmail, applicationId }) => [emailType, recipientEmail, applicationId]),
    ).toEqual([
      ['privacy_link', email, null],
      ['privacy_link', email, null],
      ['privacy_link', 'niemand@nirgends.example', null],
      ['privacy_link', 'niemand@nirgends.example', null],
    ]);
    expect(await (await app.ask('GET', `${pages.ownData}?link=gesendet`)).text()).toContain(
      'Ihr Link ist unterwegs',
    );
  });

  test('refuses what is no address, and keeps it', async () => {
    const app = await startApp();
    expect((await request(app, 'keine')).status).toBe(422);
    const plain = await app.ask('POST', api.privacyRequests, form({ email: 'keine' }));
    expect(plain.status).toBe(422);
    const page = await plain.text();
    expect(page).toContain('value="keine"');
    expect(page).toContain('Bitte geben Sie eine gültige E-Mail-Adresse ein');
  });

  test('sends an address three mails a day, and says nothing of it', async () => {
    const app = await startApp({ env: { RATE_LIMIT: 'on' } });
    for (const address of [email, email.toUpperCase(), email, email])
      expect((await request(app, address)).status).toBe(202);
    expect(await app.db.read.select({ id: outbox.id }).from(outbox)).toHaveLength(3);
  });
});

describe('the link', () => {
  test('works for 60 minutes, and opening it changes nothing', async () => {
    const app = await startApp();
    await filled(app);
    const token = await tokenFor(app, email);
    app.clock.now += 60 * minute - 1;
    const page = await app.ask('GET', href(pages.ownDataOf, { token }));
    expect(page.status).toBe(200);
    expectSecretive(page);
    const text = await page.text();
    for (const words of ['Angefangener Antrag', 'Holunderblüte', 'Als JSON herunterladen', 'Löschen'])
      expect(text).toContain(words);
    expect(text).not.toContain(rare['sepa-mandate'].iban);
    expect((await dataOf(app, token)).applications).toHaveLength(1);
    app.clock.now += 1;
    const bad = ['A'.repeat(43), 'kurz', token];
    const answers = new Set<string>();
    for (const one of bad) {
      for (const call of [
        await app.ask('GET', href(pages.ownDataOf, { token: one })),
        await app.ask('POST', href(api.exportOwnData, { token: one }), form()),
        await app.ask('POST', href(api.eraseOwnData, { token: one }), form()),
      ]) {
        expect(call.status).toBe(404);
        answers.add(await call.text());
      }
      for (const path of [api.exportOwnData, api.eraseOwnData]) {
        const call = await app.ask('POST', href(path, { token: one }), { body: {} });
        expect([call.status, await call.json()]).toEqual([404, { message: invalidLinkTitle }]);
      }
    }
    expect(answers.size).toBe(1);
    expect(app.logged.join('\n')).not.toContain(token);
  });

  test('shows each person only the sets that concern them, with masked bank data', async () => {
    const app = await startApp();
    const other = 'halter@post.example';
    const policyholder = { ...rare['policyholder-info'], email: other };
    const visitor = await filled(app, { ...rare, 'policyholder-info': policyholder });
    const [contact] = (await dataOf(app, await tokenFor(app, email))).applications;
    expect(contact).toMatchObject({
      id: visitor.id,
      completed: false,
      policyholderInfo: null,
      sepaMandate: null,
    });
    expect(contact?.contactData).toMatchObject({ email, lastName: 'Wacholderbeere' });
    const [holder] = (await dataOf(app, await tokenFor(app, other))).applications;
    expect(holder).toMatchObject({ contactData: null, policyholderInfo: { email: other } });
    expect(holder?.sepaMandate?.ibanMasked).toContain('…');
    expect(JSON.stringify(holder)).not.toContain(rare['sepa-mandate'].iban);
    expect((await dataOf(app, await tokenFor(app, 'fremd@post.example'))).applications).toEqual([]);
  });

  test('is read twenty times a minute, because each look reads whole tables', async () => {
    const app = await startApp({ env: { RATE_LIMIT: 'on' } });
    await filled(app);
    const token = await tokenFor(app, email);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await app.ask('GET', href(pages.ownDataOf, { token }))).status);
      statuses.push((await app.ask('POST', href(api.exportOwnData, { token }), form())).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  });

  test('is not sent any more when it has expired while the mail waited', async () => {
    const app = await startApp();
    await request(app, email);
    app.clock.now += 60 * minute + 1;
    await app.outbox.runOnce();
    expect(await app.db.read.select().from(outbox)).toEqual([]);
  });
});

describe('erasing', () => {
  test('deletes drafts, callbacks and mails at once, from every file, and ends the link', async () => {
    const app = await startApp();
    await filled(app);
    await app.ask('POST', api.callbackRequests, { body: callback });
    // a link that nobody uses contains the address, too
    await tokenFor(app, email.toUpperCase());
    const token = await tokenFor(app, email);
    expect((await tracesOf(app)).length).toBeGreaterThan(1);
    const answer = await erase(app, token);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { erased: 2, kept: [{ kind: 'evidence', until: '2031-11-20' }] },
    ]);
    expect(await tracesOf(app)).toEqual([]);
    expect((await erase(app, token)).status).toBe(404);
    expect(await app.db.read.select({ kind: evidence.kind }).from(evidence)).toEqual([
      { kind: 'call_consent' },
    ]);
  });

  test('restricts completed applications after their birth date was entered', async () => {
    const { app, lukas } = await openOffice();
    const { id } = await filled(app, rare, true);
    const token = await tokenFor(app, email);
    const missing = await erase(app, token);
    expect([missing.status, await missing.json()]).toMatchObject([
      422,
      { errors: [{ path: 'birthDate', message: birthDateMessages.missing }] },
    ]);
    const answer = await erase(app, token, { birthDate });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        erased: 0,
        kept: ['application', 'evidence'].map((kind) => ({
          kind,
          until: '2036-12-31',
          reason: expect.any(String),
        })),
      },
    ]);
    const found = (await lukas.ask('GET', href(api.case, { id }))).body;
    expect(found).toMatchObject({ restricted: true });
    const step = { version: found.version, status: 'transmitted' };
    expect((await lukas.ask('PATCH', href(api.case, { id }), step)).status).toBe(409);
    const advice = { id: crypto.randomUUID(), wishes: 'Kolik', advice: 'Top' };
    expect(await lukas.ask('POST', href(api.advice, { id }), advice)).toMatchObject({
      status: 409,
      body: { message: 'Löschung beantragt' },
    });
    const again = { id: crypto.randomUUID(), applicationIds: [id], format: 'csv' };
    expect((await lukas.ask('POST', api.handovers, again)).body).toMatchObject({
      count: 0,
      skipped: [{ id, reason: 'Löschung beantragt' }],
    });
  });

  test('is refused five times for a wrong birth date, and then the link ends', async () => {
    const app = await startApp();
    const visitor = await filled(app, rare, true);
    const draft = await filled(app, rare);
    const token = await tokenFor(app, email);
    for (let count = 0; count < 5; count += 1) {
      const answer = await erase(app, token, { birthDate: '1950-01-01' });
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        { errors: [{ path: 'birthDate', message: birthDateMessages.wrong }] },
      ]);
    }
    expect((await erase(app, token, { birthDate })).status).toBe(404);
    expect((await app.ask('GET', href(pages.ownDataOf, { token }))).status).toBe(404);
    for (const one of [visitor, draft]) expect((await one.application()).status).toBe(200);
  });

  test('closes the file of an earlier hand-over', async () => {
    const { app, lukas } = await openOffice();
    const visitor = await filled(app);
    await visitor.send('PUT', href(api.declarations, { id: visitor.id }), { adviceWaiver: true });
    expect((await visitor.complete()).status).toBe(200);
    const handover = { id: crypto.randomUUID(), applicationIds: [visitor.id], format: 'csv' };
    expect((await lukas.ask('POST', api.handovers, handover)).body).toMatchObject({ count: 1 });
    const headers = { authorization: `Bearer ${lukas.token}` };
    const open = async () => (await app.ask('GET', href(api.handoverFile, handover), { headers })).status;
    expect(await open()).toBe(200);
    await erase(app, await tokenFor(app, email), { birthDate });
    expect(await open()).toBe(409);
  });

  test('ends the link after five wrong dates, also within the limits, and then says the same of any date', async () => {
    const app = await startApp({ env: { RATE_LIMIT: 'on' } });
    await filled(app, rare, true);
    const token = await tokenFor(app, email);
    const statuses: number[] = [];
    for (const date of [
      '1950-01-01',
      '14.06.1985',
      '',
      ...Array(5).fill('1950-01-02'),
      '14.06.1985',
      birthDate,
    ])
      statuses.push((await erase(app, token, { birthDate: date })).status);
    // what is no date is refused, but no wrong date
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429, 429, 429]);
    app.clock.now += minute;
    statuses.length = 0;
    for (const date of ['1950-01-03', '1950-01-04', '1950-01-05', '14.06.1985', birthDate])
      statuses.push((await erase(app, token, { birthDate: date })).status);
    expect(statuses).toEqual([422, 422, 404, 404, 404]);
  });

  test('works as a plain form: a page with the reason, or one that says what is kept', async () => {
    const app = await startApp();
    await filled(app, rare, true);
    await filled(app, rare);
    const token = await tokenFor(app, email);
    const path = href(api.eraseOwnData, { token });
    const refused = await app.ask('POST', path, form({ birthDate: '1950-01-01' }));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(birthDateMessages.wrong);
    const done = await app.ask('POST', path, form({ birthDate }));
    expect(done.status).toBe(303);
    const location = done.headers.get('location') ?? '';
    expect(location).not.toContain(token);
    const page = (await (await app.ask('GET', location)).text()).replaceAll('<!-- -->', '');
    expect(page).toContain('Ein Eintrag ist endgültig gelöscht.');
    expect(page).toContain('Abgeschlossener Antrag bis zum 31.12.2036');
  });

  test('shows nothing of what is stored to whoever tries too often by a plain form', async () => {
    const app = await startApp({ env: { RATE_LIMIT: 'on' } });
    await filled(app, rare, true);
    const path = href(api.eraseOwnData, { token: await tokenFor(app, email) });
    const answers: Response[] = [];
    for (let count = 0; count < 6; count += 1)
      answers.push(await app.ask('POST', path, form({ birthDate: '' })));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.map((text) => text.includes('Holunderblüte'))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(texts.at(-1)).toContain('Das hat nicht geklappt');
  });

  test.each([
    [
      'geloescht=0&behalten=application.2036-12-31',
      'Ihr Wunsch ist vermerkt',
      'Das müssen wir noch aufbewahren:',
    ],
    ['geloescht=0', 'Es war nichts zu löschen', 'war kein angefangener Antrag'],
    ['geloescht=2', 'Ihre Daten sind gelöscht', '2 Einträge sind endgültig gelöscht.'],
  ])('shows of %s: %s', async (query, title, sentence) => {
    const app = await startApp();
    const page = (await (await app.ask('GET', `${pages.ownData}?${query}`)).text()).replaceAll(
      '<!-- -->',
      '',
    );
    for (const text of [title, sentence]) expect(page).toContain(text);
  });

  test('keeps a withdrawal, and says until when', async () => {
    const app = await startApp();
    await app.ask('POST', api.withdrawals, { body: { name: 'Johanna Sommer', email } });
    const token = await tokenFor(app, email);
    expect((await dataOf(app, token)).withdrawals).toMatchObject([{ name: 'Johanna Sommer', email }]);
    expect(await (await erase(app, token)).json()).toMatchObject({
      erased: 0,
      kept: [
        { kind: 'withdrawal', until: '2032-12-31' },
        { kind: 'evidence', until: '2036-12-31' },
      ],
    });
  });

  test('leaves alone what belongs to others', async () => {
    const app = await startApp();
    const other = await filled(app, johanna);
    await filled(app);
    await erase(app, await tokenFor(app, email));
    expect((await other.application()).status).toBe(200);
    expect((await other.read('contact-data')).status).toBe(200);
  });
});

/** The mails about a withdrawal, as their recipients get them. */
import { describe, expect, test } from 'bun:test';
import { withdrawalSentence } from '#domain/law/wordings';
import { href, pages } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
import { afterThisTest } from '#tests/support/endings';
import { johanna } from '#tests/support/people';
import { startMailServer } from '#tests/support/smtp';
import { completed, declaration, declare, mailCounts, queuedMails } from './declaration';

const minute = 60_000;
const other = 'johanna@stall.example';

async function open() {
  const server = await startMailServer();
  afterThisTest(server.stop);
  const app = await startApp({ env: { SMTP_URL: server.url, MAIL_INTERNAL_TO: 'team@sattelfest.example' } });
  const mailTo = (address: string) => server.mails.find(({ to }) => to.includes(address))?.email;
  return { server, app, mailTo };
}

const time = 'Eingegangen am 20.11.2026 um 10:00:00 Uhr';

describe('a withdrawal', () => {
  test('is confirmed to the sender with all values and the time of the page', async () => {
    const { app, mailTo } = await open();
    await declare(app, { contract: 'K-77' });
    expect(await app.outbox.runOnce()).toBe(2);
    const mail = mailTo(declaration.email);
    expect(mail?.subject).toBe('Ihr Widerruf ist bei uns eingegangen');
    for (const part of [time, withdrawalSentence, declaration.name, declaration.email, 'K-77']) {
      expect(mail?.html).toContain(part);
      expect(mail?.text).toContain(part);
    }
  });

  test('is reported to staff with a link to the list and to the application', async () => {
    const { app, server } = await open();
    const id = await completed(app);
    await declare(app, { contract: id });
    await app.outbox.runOnce();
    const report = server.mails.find(({ email }) => email.subject?.startsWith('Neuer Widerruf'));
    expect(report?.to).toEqual(['team@sattelfest.example']);
    expect(report?.email.subject).toMatch(/^Neuer Widerruf \([0-9a-f]{8}\)$/);
    for (const part of [
      time,
      declaration.name,
      declaration.email,
      'Nummer und Person passen',
      `http://localhost:3000${pages.backofficeWithdrawals}`,
      `http://localhost:3000${href(pages.backofficeApplication, { id })}`,
    ])
      expect(report?.email.text).toContain(part);
  });

  test('in a hostile spelling is mailed to one address each, without it', async () => {
    const { app, server } = await open();
    await declare(app, { name: '"a, b@evil.example" <c@evil.example>, <script>alert(1)</script>' });
    await app.outbox.runOnce();
    expect(server.mails.map(({ to }) => to)).toEqual([[declaration.email], ['team@sattelfest.example']]);
    for (const { email } of server.mails) {
      expect(email.to).toHaveLength(1);
      expect(email.cc).toBeUndefined();
      for (const part of [email.subject, email.html, email.text]) expect(part).not.toMatch(/evil|alert/);
    }
  });
});

describe('the contact of the application', () => {
  test('is told if the withdrawal came from another address, with nothing that was typed', async () => {
    const { app, mailTo, server } = await open();
    const id = await completed(app);
    await app.outbox.runOnce();
    server.mails.length = 0;
    const typed = {
      name: 'Rosamunde Tippfehler',
      email: 'rosamunde@fremd.example',
      contract: id.slice(0, 8),
    };
    await declare(app, typed);
    expect(await app.outbox.runOnce()).toBe(3);
    const mail = mailTo(declaration.email);
    expect(mail?.subject).toBe('Zu Ihrem Antrag ist ein Widerruf eingegangen');
    for (const part of [id, time]) expect(mail?.text).toContain(part);
    for (const text of [mail?.subject, mail?.html, mail?.text])
      expect(text).not.toMatch(/rosamunde|tippfehler|fremd\.example/i);
    const [notice] = (await queuedMails(app)).filter(({ emailType }) => emailType === 'withdrawal_notice');
    // it goes with the application
    expect(notice?.applicationId).toBe(id);
  });

  test('is told also if the name fits', async () => {
    const { app } = await open();
    const id = await completed(app);
    await declare(app, { email: other, contract: id });
    expect(await mailCounts(app)).toMatchObject({ withdrawal_notice: 1 });
  });

  test('is told of a suggestion, too, and that it changes nothing so far', async () => {
    const { app, mailTo, server } = await open();
    const id = await completed(app);
    await app.outbox.runOnce();
    server.mails.length = 0;
    const names = 'Rosamunde Tippfehler Johanna Sommer Matthias Brandt-Özdemir Kim Unbekannt';
    await declare(app, { name: names, email: other, contract: 'K-77' });
    await app.outbox.runOnce();
    const mail = mailTo(declaration.email);
    expect(mail?.subject).toBe('Ein Widerruf könnte Ihren Antrag betreffen');
    for (const part of [id, time, 'bearbeiten wir ihn wie gewohnt weiter'])
      expect(mail?.text).toContain(part);
    for (const text of [mail?.subject, mail?.html, mail?.text])
      expect(text).not.toMatch(/rosamunde|tippfehler|K-77/i);
  });

  test.each([
    ['it is the same address', (id: string) => ({ contract: id })],
    [
      'it is the same in capitals',
      (id: string) => ({ email: declaration.email.toUpperCase(), contract: id }),
    ],
    ['no application fits', () => ({ name: 'Eve Fremd', email: other })],
  ])('is not told if %s', async (_, typed) => {
    const { app } = await open();
    const id = await completed(app);
    await declare(app, typed(id));
    expect(await mailCounts(app)).toEqual({ withdrawal_receipt: 1, withdrawal_notification: 1 });
  });
});

test('the contact is not told about the own address in Punycode', async () => {
  const { app } = await open();
  const contact = { ...johanna['contact-data'], email: 'johanna@müller.example' };
  const contract = await completed(app, { ...johanna, 'contact-data': contact });
  await declare(app, { email: 'Johanna@xn--mller-kva.example', contract });
  expect(await mailCounts(app)).toEqual({ withdrawal_receipt: 1, withdrawal_notification: 1 });
});

describe('mails to one address', () => {
  const limited = () => startApp({ env: { RATE_LIMIT: 'on' } });
  /** Declares a withdrawal a minute after the one before, so that only the limit of mails applies. */
  async function declareNext(app: TestApp, index: number, change: object = {}) {
    app.clock.now += minute;
    expect((await declare(app, { contract: `K-${index}`, ...change })).status).toBe(201);
  }

  test('are at most three notices to the contact of an application', async () => {
    const app = await limited();
    const contract = await completed(app);
    for (let index = 0; index < 5; index += 1)
      await declareNext(app, index, { contract, email: `stall${index}@mail.example` });
    expect(await mailCounts(app)).toEqual({
      withdrawal_receipt: 5,
      withdrawal_notification: 5,
      withdrawal_notice: 3,
    });
  });
});

test('the confirmation of an application links to the form with its number', async () => {
  const { app, mailTo } = await open();
  const id = await completed(app);
  await app.outbox.runOnce();
  const link = `http://localhost:3000${pages.withdrawalOf(id)}`;
  const mail = mailTo(declaration.email);
  expect(mail?.html).toContain(`href="${link}"`);
  expect(mail?.text).toContain(link);
});

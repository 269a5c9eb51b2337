/** What confirms a withdrawal: mails, as their recipients get them, a page and a PDF. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { withdrawals } from '#db/schema/law';
import { receivedSentence } from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import { href, pages } from '#domain/urls';
import { setApp, startApp, testNow } from '#tests/support/app';
import { readPdf } from '#tests/support/pdf';
import { johanna } from '#tests/support/people';
import { openMailServer } from '#tests/support/smtp';
import { mailsOf } from '#tests/support/stored';
import {
  completed,
  confirmed,
  declaration,
  declare,
  expectSecretive,
  mailCounts,
  storedWithdrawals,
} from './declaration';

const staff = 'team@sattelfest.example';
const other = 'johanna@stall.example';
const time = 'Eingegangen am 20.11.2026 um 10:00:00 Uhr';

async function open() {
  const server = await openMailServer();
  const app = await startApp({ env: { SMTP_URL: server.url, MAIL_INTERNAL_TO: staff } });
  /** Sends what waits, and returns how many mails that were, and those to an address. */
  const deliver = async () => {
    server.mails.length = 0;
    const count = await app.outbox.runOnce();
    return { count, to: (address: string) => server.mails.find((one) => one.to.includes(address))?.email };
  };
  return { server, app, deliver };
}

/** An application whose own mails have arrived. */
async function submitted() {
  const stage = await open();
  const id = await completed(stage.app);
  await stage.deliver();
  return { ...stage, id };
}

test('the confirmation of an application links to the form with its number', async () => {
  const { app, deliver } = await open();
  const id = await completed(app);
  const mail = (await deliver()).to(declaration.email);
  const link = `http://localhost:3000${pages.withdrawalOf(id)}`;
  expect(mail?.html).toContain(`href="${link}"`);
  expect(mail?.text).toContain(link);
});

test('a withdrawal is confirmed to the sender, and reported to staff with links', async () => {
  const { app, deliver, id } = await submitted();
  await declare(app, { contract: id });
  const { count, to } = await deliver();
  expect(count).toBe(2);
  const [mail, report] = [to(declaration.email), to(staff)];
  expect(mail?.subject).toBe('Ihr Widerruf ist bei uns eingegangen');
  for (const part of [time, withdrawalSentence, declaration.name, declaration.email, id])
    for (const text of [mail?.html, mail?.text]) expect(text).toContain(part);
  expect(report?.subject).toMatch(/^Neuer Widerruf \([0-9a-f]{8}\)$/);
  for (const part of [
    time,
    declaration.name,
    declaration.email,
    'Nummer und Person passen',
    `http://localhost:3000${pages.backofficeWithdrawals}`,
    `http://localhost:3000${href(pages.backofficeApplication, { id })}`,
  ])
    expect(report?.text).toContain(part);
});

describe('the contact of the application', () => {
  const several = 'Rosamunde Tippfehler Johanna Sommer Matthias Brandt-Özdemir Kim Unbekannt';
  test.each([
    [
      'a withdrawal from another address',
      (id: string) => ({
        name: 'Rosamunde Tippfehler',
        email: 'rosamunde@fremd.example',
        contract: id.slice(0, 8),
      }),
      'Zu Ihrem Antrag ist ein Widerruf eingegangen',
      [],
    ],
    [
      'a suggestion, and that it changes nothing so far',
      () => ({ name: several, email: other, contract: 'K-77' }),
      'Ein Widerruf könnte Ihren Antrag betreffen',
      ['bearbeiten wir ihn wie gewohnt weiter'],
    ],
  ])('is told of %s, with nothing that was typed', async (_, typed, subject, words) => {
    const { app, id, deliver } = await submitted();
    await declare(app, typed(id));
    const { count, to } = await deliver();
    expect(count).toBe(3);
    const mail = to(declaration.email);
    expect(mail?.subject).toBe(subject);
    for (const part of [id, time, ...words]) expect(mail?.text).toContain(part);
    for (const text of [mail?.subject, mail?.html, mail?.text])
      expect(text).not.toMatch(/rosamunde|tippfehler|fremd\.example|K-77/i);
    // it goes with the application
    expect(await mailsOf(app, 'withdrawal_notice')).toMatchObject([{ applicationId: id }]);
  });

  const moved = {
    ...johanna,
    'contact-data': { ...johanna['contact-data'], email: 'johanna@müller.example' },
  };
  test.each([
    ['told if the name fits', johanna, (contract: string) => ({ email: other, contract }), 1],
    ['not told if it is the same address', johanna, (contract: string) => ({ contract }), 0],
    [
      'not told if it is the same in capitals',
      johanna,
      (contract: string) => ({ email: declaration.email.toUpperCase(), contract }),
      0,
    ],
    [
      'not told about the own address in Punycode',
      moved,
      (contract: string) => ({ email: 'Johanna@xn--mller-kva.example', contract }),
      0,
    ],
    ['not told if no application fits', johanna, () => ({ name: 'Eve Fremd', email: other }), 0],
  ])('is %s', async (_, person, typed, notices) => {
    const app = await startApp();
    await declare(app, typed(await completed(app, person)));
    const told: Record<string, number> = notices ? { withdrawal_notice: notices } : {};
    expect(await mailCounts(app)).toEqual({ withdrawal_receipt: 1, withdrawal_notification: 1, ...told });
  });
});

const day = 24 * 3_600_000;
const app = setApp();
beforeEach(async () => {
  app.clock.now = testNow;
  await app.db.write((tx) => tx.delete(withdrawals));
});

describe('the confirmation', () => {
  const main = async (path: string) => {
    const response = await app.ask('GET', path);
    const html = await response.text();
    const text = html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('<!-- -->', '');
    return { response, html, text };
  };

  test('shows the whole declaration, its time in Germany, and a link to the PDF', async () => {
    app.clock.now = Date.parse('2026-11-20T13:03:27Z');
    const path = await confirmed(app, { contract: 'K-77', name: '<b>Johanna</b>' });
    const { response, text } = await main(path);
    expect(response.status).toBe(200);
    expectSecretive(response);
    for (const part of [
      'Ihr Widerruf ist eingegangen',
      'Eingegangen am 20.11.2026 um 14:03:27 Uhr',
      withdrawalSentence,
      '&lt;b&gt;Johanna&lt;/b&gt;',
      declaration.email,
      'K-77',
      'Bestätigung speichern (PDF)',
      'bis zum 20.12.2026',
    ])
      expect(text).toContain(part);
    expect(text).toContain(`href="${path}/bestaetigung.pdf"`);
    expect(text).not.toContain('<b>');
  });

  test('can be opened for 30 days, and changes nothing', async () => {
    const path = await confirmed(app);
    const before = await storedWithdrawals(app);
    app.clock.now += 30 * day - 1;
    expect((await main(path)).response.status).toBe(200);
    expect(await storedWithdrawals(app)).toEqual(before);
    app.clock.now += 1;
    for (const late of [path, `${path}/bestaetigung.pdf`]) {
      const { response, html } = await main(late);
      expect(response.status).toBe(404);
      expect(html).not.toContain(declaration.email);
    }
  });

  test('as a PDF is tagged, contains the whole declaration, and always has the same bytes', async () => {
    const path = await confirmed(app, { contract: 'K-77', name: 'Márta Großmann' });
    const response = await app.ask('GET', `${path}/bestaetigung.pdf`);
    expect(response.status).toBe(200);
    expectSecretive(response);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const [stored] = await storedWithdrawals(app);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Widerruf-${stored?.id.slice(0, 8)}.pdf"`,
    );
    const bytes = await response.bytes();
    const { letters, sheets, info } = await readPdf(bytes);
    const { name, street } = app.context.operator.company;
    for (const part of [
      'Ihr Widerruf ist eingegangen',
      receivedSentence('2026-11-20T09:00:00Z'),
      withdrawalSentence,
      'Márta Großmann',
      declaration.email,
      'K-77',
      name,
      street,
    ])
      expect(letters).toContain(part.replace(/\s/g, ''));
    expect(sheets).toHaveLength(1);
    expect(sheets[0]?.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD']));
    expect(sheets[0]?.pieces.filter(({ marked }) => !marked)).toEqual([]);
    expect(Buffer.from(bytes).toString('latin1')).toContain('/Lang (de-DE)');
    expect(info.Title).toContain('Ihr Widerruf ist eingegangen');
    app.clock.now += day;
    const again = await (await app.ask('GET', `${path}/bestaetigung.pdf`)).bytes();
    expect(Buffer.compare(bytes, again)).toBe(0);
  });

  test('as a PDF fits its sheet with the longest entries', async () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(57)}.example`;
    const path = await confirmed(app, { name: 'W'.repeat(200), contract: 'W'.repeat(100), email });
    const { sheets } = await readPdf(await (await app.ask('GET', `${path}/bestaetigung.pdf`)).bytes());
    for (const { pieces } of sheets)
      expect(pieces.filter(({ x, width, y }) => x < 55 || x + width > 540 || y < 25 || y > 815)).toEqual([]);
  });
});

/** A callback request as JSON and by the form of the landing page, and its mails. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { callbackRequests } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { sentForms } from '#db/schema/system';
import { typedCaching } from '#server/http/headers';
import { setApp, startApp, testNow } from '#tests/support/app';
import { answerOf } from '#tests/support/people';
import { openMailServer } from '#tests/support/smtp';
import { mailsOf } from '#tests/support/stored';
import { postWish, sendJson, storedCallbacks, wish } from './callback-wish';

const app = setApp();

beforeEach(async () => {
  app.woken.count = 0;
  for (const table of [outbox, callbackRequests, sentForms]) await app.db.write((tx) => tx.delete(table));
});

test('a request as JSON is stored, returns its id, and is mailed to visitor and staff', async () => {
  const { status, body, headers } = await answerOf(await sendJson(app));
  const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([status, body, headers.get('cache-control')]).toEqual([201, { id }, 'no-store']);
  const { dataProcessingConsent: _, ...typed } = wish;
  const none = { message: null, processedAt: null, noCallsAt: null, reply: null, reached: 0 };
  expect(await storedCallbacks(app)).toEqual([
    { ...typed, ...none, id: String(body.id), source: 'website', createdAt: testNow },
  ]);
  const about = { callbackRequestId: body.id, applicationId: null, status: 'pending', createdAt: testNow };
  const { internalTo } = app.context.operator.mail;
  expect(await mailsOf(app)).toMatchObject([
    { ...about, emailType: 'callback_confirmation', recipientEmail: wish.email, recipientName: wish.name },
    { ...about, emailType: 'callback_notification', recipientEmail: internalTo },
  ]);
  expect(app.woken.count).toBe(1);
});

test.each([
  ['none', '', 'website'],
  ['umlauts and blanks', '?source=%20Messe%20M%C3%BCnchen+', 'Messe München'],
  ['control characters', '?source=%00a%07b%0D%0Ac%E2%80%AE', 'ab c'],
])('the source is read from the address: %s', async (_, query, source) => {
  expect((await sendJson(app, {}, query)).status).toBe(201);
  expect((await postWish(app, {}, query)).status).toBe(303);
  expect((await storedCallbacks(app)).map((row) => row.source)).toEqual([source, source]);
});

// ASVS 3.7.2
test('the form leads to the success card with the source, and stores the same as JSON', async () => {
  const response = await postWish(app);
  expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
  expect(response.headers.get('location')).toBe('/?callback=ok#callback');
  const { name, preferredTime } = wish;
  expect(await storedCallbacks(app)).toMatchObject([{ name, preferredTime }]);
  expect([(await mailsOf(app)).length, app.woken.count]).toEqual([2, 1]);
  const sourced = await postWish(app, { name: 'Kim' }, '?source=Messe%20M%C3%BCnchen%23%0D%0A');
  expect(sourced.headers.get('location')).toBe('/?callback=ok&source=Messe%20M%C3%BCnchen%23#callback');
});

test('an invalid form is shown again with its entries and messages', async () => {
  const typed = { name: '', email: 'a@x.de, b@y.de', dataProcessingConsent: '' };
  const response = await postWish(app, typed, '?source=messe');
  const html = await response.text();
  expect([response.status, response.headers.get('cache-control')]).toEqual([422, typedCaching]);
  for (const part of [
    'Bitte geben Sie Ihren Namen ein',
    'Bitte geben Sie eine gültige E-Mail-Adresse ein',
    'Sie müssen der Datenverarbeitung zustimmen',
    ...[typed.email, wish.phone, wish.preferredTime].map((entry) => `value="${entry}"`),
    'action="/api/callback-requests?source=messe"',
  ])
    expect(html).toContain(part);
  expect(html).not.toContain('Bitte geben Sie Ihre Telefonnummer ein');
  expect([await storedCallbacks(app), app.woken.count]).toEqual([[], 0]);
});

describe('its mails', () => {
  const team = 'team@sattelfest.example';

  /** An application with a mail server, and the mail that it has sent to an address. */
  async function open() {
    const server = await openMailServer();
    const app = await startApp({ env: { SMTP_URL: server.url, MAIL_INTERNAL_TO: team } });
    const mailTo = (address: string) => {
      const found = server.mails.filter((mail) => mail.to.includes(address));
      expect(found).toHaveLength(1);
      return found[0]?.email;
    };
    return { app, server, mailTo };
  }

  test('confirm it to the visitor and report it to staff', async () => {
    const { app, mailTo } = await open();
    await sendJson(app, {}, '?source=messe-equitana');
    expect(await app.outbox.runOnce()).toBe(2);
    const [confirmation, notification] = [mailTo(wish.email), mailTo(team)];
    expect(confirmation?.to).toEqual([{ name: wish.name, address: wish.email }]);
    for (const part of [wish.name, wish.phone])
      for (const mail of [confirmation, notification])
        for (const text of [mail?.html, mail?.text]) expect(text).toContain(part);
    // anybody may have entered the address: the visitor's other words are for the staff alone
    const list = 'http://localhost:3000/backoffice/callbacks';
    for (const part of [wish.preferredTime, wish.email, 'messe-equitana', list]) {
      expect(notification?.text).toContain(part);
      expect(confirmation?.text).not.toContain(part);
    }
  });

  test('with a hostile name go to one address each, without it', async () => {
    const { app, server, mailTo } = await open();
    const name = '"a, b@evil.example" <c@evil.example>, <script>alert(1)</script>';
    await sendJson(app, { name, phone: '<b>1</b>', preferredTime: '<img src=x onerror=alert(1)>' });
    await app.outbox.runOnce();
    expect(server.mails.flatMap((mail) => mail.to).toSorted()).toEqual([wish.email, team].toSorted());
    for (const { email } of server.mails) {
      expect([email.to?.length, email.cc, email.html?.match(/<img/g)?.length]).toEqual([1, undefined, 1]);
      for (const part of [email.subject, email.html, email.text])
        expect(part).not.toMatch(/evil|alert|onerror|<b>/);
    }
    const confirmation = mailTo(wish.email);
    expect(confirmation?.to).toEqual([{ name: '', address: wish.email }]);
    expect(confirmation?.text).toContain('Guten Tag,');
  });

  test('are not sent once it is deleted', async () => {
    const { app } = await open();
    await sendJson(app);
    await app.db.write((tx) => tx.delete(callbackRequests));
    expect(await app.outbox.runOnce()).toBe(0);
  });
});

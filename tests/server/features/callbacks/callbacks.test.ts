import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { callbackRequests } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { sentForms } from '#db/schema/system';
import { typedCaching } from '#server/http/headers';
import { renderQueuedMail } from '#server/mails/kinds';
import { setApp, startApp, testNow } from '#tests/support/app';
import { answerOf, sentence } from '#tests/support/people';
import { type MailServer, openMailServer } from '#tests/support/smtp';
import { mailsOf } from '#tests/support/stored';
import { postWish, sendJson, storedCallbacks, wish } from './callback-wish';

const app = setApp();
beforeEach(async () => {
  app.woken.count = 0;
  for (const table of [outbox, callbackRequests, sentForms]) await app.db.write((tx) => tx.delete(table));
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a callback request as JSON', () => {
  test('is stored, returns its id, and is mailed to visitor and staff', async () => {
    const { status, body, headers } = await answerOf(await sendJson(app));
    expect({ status, body }).toEqual({ status: 201, body: { id: expect.stringMatching(uuid) } });
    expect(headers.get('cache-control')).toBe('no-store');
    const { dataProcessingConsent: _, ...stored } = wish;
    expect(await storedCallbacks(app)).toEqual([
      {
        ...stored,
        id: String(body.id),
        message: null,
        source: 'website',
        processedAt: null,
        createdAt: testNow,
        noCallsAt: null,
        reply: null,
        reached: 0,
      },
    ]);
    const about = { callbackRequestId: body.id, applicationId: null, status: 'pending', createdAt: testNow };
    expect(await mailsOf(app)).toMatchObject([
      { ...about, emailType: 'callback_confirmation', recipientEmail: wish.email, recipientName: wish.name },
      { ...about, emailType: 'callback_notification', recipientEmail: app.context.operator.mail.internalTo },
    ]);
    expect(app.woken.count).toBe(1);
  });

  test('that is invalid gets a message for each field, stores nothing and sends no mail', async () => {
    const change = { name: ' ', email: 'a@x.de, b@y.de', dataProcessingConsent: false };
    const { status, body } = await answerOf(await sendJson(app, change));
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        message: sentence,
        errors: [
          { path: 'name', message: 'Bitte geben Sie Ihren Namen ein' },
          { path: 'email', message: 'Bitte geben Sie eine gültige E-Mail-Adresse ein' },
          { path: 'dataProcessingConsent', message: 'Sie müssen der Datenverarbeitung zustimmen' },
        ],
      },
    });
    expect([await storedCallbacks(app), await mailsOf(app), app.woken.count]).toEqual([[], [], 0]);
  });
});

describe('the source', () => {
  test.each([
    ['none', '', 'website'],
    ['two', '?source=one&source=two', 'one'],
    ['umlauts and blanks', '?source=%20Messe%20M%C3%BCnchen+', 'Messe München'],
    ['control characters', '?source=%00a%07b%0D%0Ac%E2%80%AE', 'ab c'],
    ['no valid encoding', '?source=%ZZ%FF', '%ZZ\ufffd'],
  ])('is read from the address: %s', async (_, query, source) => {
    expect((await sendJson(app, {}, query)).status).toBe(201);
    expect((await postWish(app, {}, query)).status).toBe(303);
    expect((await storedCallbacks(app)).map((row) => row.source)).toEqual([source, source]);
  });
});

describe('the plain HTML form', () => {
  test('redirects to the success card and stores the same as JSON', async () => {
    const response = await postWish(app);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/?callback=ok#callback');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await storedCallbacks(app)).toMatchObject([
      { name: wish.name, preferredTime: wish.preferredTime },
    ]);
    expect(await mailsOf(app)).toHaveLength(2);
    expect(app.woken.count).toBe(1);
  });

  // ASVS 3.7.2
  test('keeps the source in the redirect', async () => {
    const response = await postWish(app, {}, '?source=Messe%20M%C3%BCnchen%23%0D%0A');
    expect(response.headers.get('location')).toBe('/?callback=ok&source=Messe%20M%C3%BCnchen%23#callback');
  });

  test('is shown again with its entries and messages if it is invalid', async () => {
    const response = await postWish(
      app,
      { name: '', email: 'a@x.de, b@y.de', dataProcessingConsent: '' },
      '?source=messe',
    );
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe(typedCaching);
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    for (const part of [
      'Bitte geben Sie Ihren Namen ein',
      'Bitte geben Sie eine gültige E-Mail-Adresse ein',
      'Sie müssen der Datenverarbeitung zustimmen',
      'value="a@x.de, b@y.de"',
      `value="${wish.phone}"`,
      `value="${wish.preferredTime}"`,
      'action="/api/callback-requests?source=messe"',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).not.toContain('Bitte geben Sie Ihre Telefonnummer ein');
    expect([await storedCallbacks(app), app.woken.count]).toEqual([[], 0]);
  });
});

let server: MailServer;
const open = async (env: Record<string, string> = {}) => {
  server = await openMailServer();
  return await startApp({ env: { SMTP_URL: server.url, ...env } });
};

const mailTo = (address: string) => {
  const found = server.mails.filter((mail) => mail.to.includes(address));
  expect(found).toHaveLength(1);
  return found[0]?.email;
};

describe('a callback request', () => {
  test('is confirmed to the visitor and reported to staff', async () => {
    const app = await open({ MAIL_INTERNAL_TO: 'team@sattelfest.example' });
    await sendJson(app, {}, '?source=messe-equitana');
    expect(await app.outbox.runOnce()).toBe(2);
    const confirmation = mailTo(wish.email);
    expect(confirmation?.to).toEqual([{ name: wish.name, address: wish.email }]);
    const notification = mailTo('team@sattelfest.example');
    for (const part of [wish.name, wish.phone]) {
      for (const mail of [confirmation, notification]) {
        expect(mail?.html).toContain(part);
        expect(mail?.text).toContain(part);
      }
    }
    // anybody may have entered the address: the visitor's other words are for the staff alone
    expect(notification?.text).toContain(wish.preferredTime);
    expect(confirmation?.text).not.toContain(wish.preferredTime);
    for (const part of [wish.email, 'messe-equitana', 'http://localhost:3000/backoffice/callbacks']) {
      expect(notification?.text).toContain(part);
      expect(confirmation?.text).not.toContain(part);
    }
  });

  test('with a hostile name is mailed to one address each, without it', async () => {
    const app = await open();
    const name = '"a, b@evil.example" <c@evil.example>, <script>alert(1)</script>';
    await sendJson(app, { name, phone: '<b>1</b>', preferredTime: '<img src=x onerror=alert(1)>' });
    await app.outbox.runOnce();
    const recipients = server.mails.flatMap((mail) => mail.to);
    expect(recipients.toSorted()).toEqual([app.context.operator.mail.internalTo, wish.email]);
    expect(server.mails).toHaveLength(2);
    for (const { email } of server.mails) {
      expect(email.to).toHaveLength(1);
      expect(email.cc).toBeUndefined();
      expect(email.html?.match(/<img/g)).toHaveLength(1);
      for (const part of [email.subject, email.html, email.text])
        expect(part).not.toMatch(/evil|alert|onerror|<b>/);
    }
    const confirmation = mailTo(wish.email);
    expect(confirmation?.to).toEqual([{ name: '', address: wish.email }]);
    expect(confirmation?.text).toContain('Guten Tag,');
  });

  test('that is deleted before its mails are written sends no mail', async () => {
    const app = await open();
    await sendJson(app);
    const [mail] = await mailsOf(app);
    if (!mail) throw new Error('No mail was queued.');
    await app.db.write((tx) => tx.delete(callbackRequests).where(eq(callbackRequests.name, wish.name)));
    expect(await renderQueuedMail(app.context, mail)).toBeNull();
    expect(await app.outbox.runOnce()).toBe(0);
  });
});

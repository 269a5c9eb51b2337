import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { callbackRequests } from '#db/schema/desk';
import { renderQueuedMail } from '#server/mails/kinds';
import { startApp } from '#tests/support/app';
import { type MailServer, openMailServer } from '#tests/support/smtp';
import { mailsOf } from '#tests/support/stored';
import { sendJson, wish } from './callback-wish';

let server: MailServer;
beforeEach(async () => {
  server = await openMailServer();
});

const open = (env: Record<string, string> = {}) => startApp({ env: { SMTP_URL: server.url, ...env } });

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

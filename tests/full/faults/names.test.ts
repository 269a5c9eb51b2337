/** Malicious names and addresses are in no mail, or are refused. */
// ASVS 1.3.11
import { afterEach, describe, expect, test } from 'bun:test';
import { queueDueReminders } from '#server/jobs/reminders';
import { setApp, startApp } from '#tests/support/app';
import { type Applicant, createVisitor, kim } from '#tests/support/people';
import { type MailServer, type ReceivedMail, startMailServer } from '#tests/support/smtp';

const staff = 'antrag@sattelfest.example';
const policyholder = kim['policyholder-info'].email;
const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function open() {
  const server = await startMailServer();
  servers.push(server);
  return { server, app: await startApp({ env: { SMTP_URL: server.url } }) };
}

const nasty = [
  'Eve, eve@evil.example',
  '"Eve" <eve@evil.example>, "Q\\',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><a href="https://evil.example">Gewinn</a>',
  'Bcc: eve@evil.example; =?utf-8?q?x=0D=0ABcc=3A_eve=40evil.example?=',
  'Ω retsevlys 🐴 & Söhne &lt;b&gt;',
];

/** Kim with `value` in every free text. */
function called(value: string): Applicant {
  return {
    ...kim,
    'horse-data': { ...kim['horse-data'], horseName: value },
    'contact-data': { ...kim['contact-data'], firstName: value, lastName: value, reminderConsent: true },
    'policyholder-info': { ...kim['policyholder-info'], firstName: value, lastName: value, street: value },
    'sepa-mandate': { ...kim['sepa-mandate'], accountHolder: value, bankName: value },
  };
}

const keysOf = ({ email }: ReceivedMail) => email.headers.map(({ key }) => key).sort();
/** The names of all tags of a mail, and below everything that a tag could load, open or run. */
const tagsOf = ({ email }: ReceivedMail) => (email.html ?? '').match(/<\/?[a-z][\w-]*/gi)?.sort();
const linksOf = ({ email }: ReceivedMail) => email.html?.match(/(?<=<[^>]*\s(?:href|src|on\w+)=")[^"]*/g);

describe('every mail about an application', () => {
  /** The first reminder, the confirmation, the question to the policyholder and the mail to the staff, in this order. */
  async function mailsAbout(person: Applicant): Promise<ReceivedMail[]> {
    const { app, server } = await open();
    const visitor = createVisitor(app);
    await visitor.fill(person);
    app.clock.now += 24 * 3_600_000;
    await queueDueReminders(app.context);
    await app.outbox.runOnce();
    expect((await visitor.complete()).status).toBe(200);
    await app.outbox.runOnce();
    const kindOf = ({ email, to }: ReceivedMail) =>
      to.includes(staff)
        ? 3
        : to.includes(policyholder)
          ? 2
          : email.subject?.includes('wartet auf Sie')
            ? 0
            : 1;
    return server.mails.toSorted((one, other) => kindOf(one) - kindOf(other));
  }

  let plain: Promise<ReceivedMail[]> | undefined;

  test.each(nasty)('has one recipient, no added header and no live markup: %s', async (value) => {
    plain ??= mailsAbout(called('Kim'));
    const [usualMails, mails] = await Promise.all([plain, mailsAbout(called(value))]);
    expect(mails.map(({ to }) => to)).toEqual([
      ['kim.lang@stall.example'],
      ['kim.lang@stall.example'],
      [policyholder],
      [staff],
    ]);
    const withoutIds = (links: string[] | null | undefined) =>
      links?.map((link) => link.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{43}/g, 'id'));
    for (const [index, mail] of mails.entries()) {
      const usual = usualMails[index];
      if (!usual) throw new Error('a mail too many');
      expect(keysOf(mail)).toEqual(keysOf(usual));
      expect(tagsOf(mail)).toEqual(tagsOf(usual));
      expect(withoutIds(linksOf(mail))).toEqual(withoutIds(linksOf(usual)));
      expect(mail.email.to).toMatchObject([{ address: mail.to[0] }]);
      expect([mail.email.cc ?? [], mail.email.bcc ?? []]).toEqual([[], []]);
      expect(mail.email.subject).not.toMatch(/[\r\n]/);
    }
    // anybody may have entered the address: a name that may be something else is left out
    for (const { email } of mails) expect(email.text).not.toContain(value);
    for (const { email } of mails.slice(1))
      expect(email.text).toContain('Pferd: wie auf unserer Website angegeben\n');
  });
});

describe('an application refuses', () => {
  const app = setApp();
  test.each([
    'Eve\r\nBcc: eve@evil.example',
    'Eve\nBcc: eve@evil.example',
    'Eve\rX',
    'Eve\u0000',
    'Eve\u2028X',
  ])('a name like %j', async (value) => {
    const { status, body } = await createVisitor(app).save('contact-data', called(value)['contact-data']);
    expect([status, body.errors]).toEqual([
      422,
      expect.arrayContaining([expect.objectContaining({ path: 'firstName' })]),
    ]);
    expect(JSON.stringify(body)).not.toContain('evil');
  });

  test.each([
    'kim@stall.example, eve@evil.example',
    'kim@stall.example;eve@evil.example',
    'Kim <kim@stall.example>',
    '"kim, eve"@stall.example',
    'kim@stall.example\r\nBcc: eve@evil.example',
    'kim@stall.example\u0000eve@evil.example',
    'kim@[127.0.0.1]',
  ])('an address like %j', async (email) => {
    const contact = { ...kim['contact-data'], email };
    const { status, body } = await createVisitor(app).save('contact-data', contact);
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ path: 'email' })]]);
  });
});

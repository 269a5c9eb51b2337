/** What a mailer hands over, to a file or to a real mail server, and what it says of a refusal. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { createMailer, type MailerOptions, mailFile, type OutgoingMail } from '#server/mails/transport';
import { afterThisTest } from '#tests/support/endings';
import { type MailServer, openMailServer, startMailServer } from '#tests/support/smtp';
import { messageIdOf, sender } from './outbox-stage';

const mail: OutgoingMail = {
  id: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
  to: { name: 'Jürgen Groß', address: 'juergen@gross.example' },
  subject: 'Ihr Antrag für Fjölnir ist eingegangen',
  html: '<p>Grüße</p>',
  text: 'Grüße',
};
const nastyName = 'Eve, "Q" <eve@evil.example>\r\nBcc: all@evil.example\r\n\r\nBody\u0000\u2028';
const refusedForNow = { ok: false, permanent: false };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sattelfest-mailer-'));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
});

function mailer(options: Partial<MailerOptions> = {}) {
  const created = createMailer({ ...sender, mailDir: join(folder, 'mail'), ...options });
  afterThisTest(async () => created.close());
  return created;
}

/** Its recipient, contents and Message-ID are those of the mail. */
function expectWhole(email: Email | undefined) {
  expect(email).toMatchObject({ subject: mail.subject, to: [mail.to], from: sender.from });
  expect(email?.messageId).toBe(messageIdOf(mail.id));
  expect([email?.html?.trim(), email?.text?.trim()]).toEqual([mail.html, mail.text]);
}

describe('the mailer without an SMTP server', () => {
  const file = () => mailFile(join(folder, 'mail'), mail.id);

  test('writes the mail to a file that any mail program opens, and its owner only', async () => {
    expect(await mailer().send(mail)).toEqual({ ok: true });
    expectWhole(await PostalMime.parse(await Bun.file(file()).arrayBuffer()));
    // no draft is left
    expect(await readdir(join(folder, 'mail'))).toEqual([`${mail.id}.eml`]);
    expect((await stat(join(folder, 'mail'))).mode & 0o777).toBe(0o700);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  test('deletes the file on request, also if there is none', async () => {
    const kept = mailer();
    await kept.send(mail);
    await Bun.write(`${file()}.tmp`, 'half a mail');
    await kept.deleteFile(mail.id);
    await kept.deleteFile(mail.id);
    expect(await readdir(join(folder, 'mail'))).toEqual([]);
  });

  test('reports a temporary failure if the disk refuses', async () => {
    await Bun.write(join(folder, 'file'), '');
    expect(await mailer({ mailDir: join(folder, 'file') }).send(mail)).toMatchObject(refusedForNow);
  });
});

describe('the mailer with an SMTP server', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.stop());
  const bySmtp = (options: Partial<MailerOptions> = {}) => mailer({ smtpUrl: server.url, ...options });

  test('delivers to exactly one recipient', async () => {
    expect(await bySmtp().send(mail)).toEqual({ ok: true });
    const [received] = server.mails;
    expect(received).toMatchObject({ from: sender.from.address, to: [mail.to.address] });
    expectWhole(received?.email);
    expect(await readdir(folder)).toEqual([]);
  });

  // ASVS 1.3.11
  test('prevents names and subjects from adding recipients or headers', async () => {
    const from = { name: nastyName, address: sender.from.address };
    const to = { name: nastyName, address: mail.to.address };
    await bySmtp().send(mail);
    await bySmtp({ from }).send({ ...mail, to, subject: nastyName });
    const [plain, received] = await server.received(2);
    const keys = (one = plain) => one?.email.headers.map((header) => header.key).sort();
    expect(keys(received)).toEqual(keys(plain));
    expect(plain?.raw).toContain('Auto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: All\r\n');
    const { to: reached, email } = received ?? {};
    expect(reached).toEqual([mail.to.address]);
    expect(email).toMatchObject({ to: [{ address: mail.to.address }], from: { address: from.address } });
    expect(email?.subject).toBe('Eve, "Q" <eve@evil.example> Bcc: all@evil.example Body');
    expect(email?.bcc ?? []).toEqual([]);
    expect(email?.text?.trim()).toBe(mail.text);
  });

  const wrong = ['a@b.example, c@d.example', 'A <a@b.example>', 'a@b.example\r\nRCPT TO:<c@d.example>', ''];
  test.each(wrong)('refuses the address %p', async (address) => {
    const result = await bySmtp().send({ ...mail, to: { name: '', address } });
    expect(result).toMatchObject({ ok: false, permanent: true });
    expect(server.mails).toEqual([]);
  });

  test.each([
    [421, 'connect', false],
    [554, 'connect', false],
    [451, 'recipient', false],
    [550, 'recipient', true],
    [503, 'recipient', false],
    [530, 'recipient', false],
    [451, 'data', false],
    [452, 'data', false],
    [554, 'data', true],
  ] as const)('treats %d at %s as certain, and as permanent: %p', async (code, stage, permanent) => {
    server.refuse(code, 'Nein', stage);
    const result = await bySmtp().send(mail);
    expect(result).toMatchObject({ ok: false, permanent });
    expect(result).not.toHaveProperty('uncertain');
  });

  // ASVS 1.2.9
  test('reports the reply of the server without personal data', async () => {
    const reply =
      '5.1.1 <juergen@gross.example>: Jürgen GROß (juergen) unknown at gross.example, ask post@relay.example; Großer Bär';
    server.refuse(550, reply);
    const error = '550: 5.1.1 <…>: … … (…) unknown at …, ask … Großer Bär';
    expect(await bySmtp().send(mail)).toEqual({ ok: false, permanent: true, error });
  });

  test('knows a domain with umlauts by its Punycode, in the mail and in a reply', async () => {
    const to = { name: '', address: 'erika@müller-pferde.de' };
    const kept = bySmtp();
    await kept.send({ ...mail, to });
    const [received] = await server.received(1);
    // the server of the tests decodes the envelope
    expect(received?.to).toEqual([to.address]);
    expect(received?.raw).toContain('To: erika@xn--mller-pferde-dlb.de');
    server.refuse(550, 'erika unknown at xn--mller-pferde-dlb.de');
    expect(await kept.send({ ...mail, to })).toMatchObject({ error: '550: … unknown at …' });
  });

  test('can send the next mail after a refusal, and connects again after the server was away', async () => {
    const kept = bySmtp();
    server.refuse(550, 'Nein');
    await kept.send(mail);
    server.accept();
    expect(await kept.send(mail)).toEqual({ ok: true });
    await server.stop();
    expect(await kept.send(mail)).toMatchObject(refusedForNow);
    await server.start();
    expect(await kept.send(mail)).toEqual({ ok: true });
    expect(server.mails).toHaveLength(2);
  });
});

test('a refused sign-in is a temporary failure', async () => {
  const server = await openMailServer({ auth: true });
  server.refuse(535, `Authentication failed for ${sender.from.address}`, 'auth');
  const smtpUrl = `smtp://kontakt:falsch@127.0.0.1:${server.port}`;
  const error = '535: Authentication failed for …';
  expect(await mailer({ smtpUrl }).send(mail)).toEqual({ ...refusedForNow, error } as never);
  server.accept();
  expect(await mailer({ smtpUrl }).send(mail)).toEqual({ ok: true });
});

// that it is required, and its certificate checked: `tls.test.ts`
test.each([
  ['is used if a relay on this machine offers it, whatever its certificate', '127.0.0.1', '', true],
  ['is not required for a relay that is configured to have none', '0.0.0.0', '?requireTLS=false', false],
])('encryption %s', async (_, host, query, tls) => {
  const server = await openMailServer({ tls });
  const smtpUrl = `smtp://${host}:${server.port}${query}`;
  expect(await mailer({ smtpUrl }).send(mail)).toEqual({ ok: true });
  expect(server.mails).toMatchObject([{ secure: tls }]);
});

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import {
  createMailer,
  type Mailer,
  type MailerOptions,
  mailFile,
  type OutgoingMail,
} from '#server/mail/transport';
import { type MailServer, startMailServer } from '#tests/support/smtp';

const mail: OutgoingMail = {
  id: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
  to: { name: 'Jürgen Groß', address: 'juergen@gross.example' },
  subject: 'Ihr Antrag für Fjölnir ist eingegangen',
  html: '<p>Grüße</p>',
  text: 'Grüße',
};
const nastyName = 'Eve, "Q" <eve@evil.example>\r\nBcc: all@evil.example\r\n\r\nBody\u0000\u2028';

let folder: string;
let open: Mailer[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sattelfest-mailer-'));
  open = [];
});
afterEach(async () => {
  for (const mailer of open) await mailer.close();
  await rm(folder, { recursive: true, force: true });
});

function mailer(options: Partial<MailerOptions> = {}): Mailer {
  const created = createMailer({
    mailDir: join(folder, 'mail'),
    from: { name: 'Sattelfest', address: 'kontakt@sattelfest.example' },
    messageIdHost: 'sattelfest.example',
    ...options,
  });
  open.push(created);
  return created;
}

describe('the mailer without an SMTP server', () => {
  const file = () => mailFile(join(folder, 'mail'), mail.id);

  test('writes the mail to a file that any mail program opens', async () => {
    expect(await mailer().send(mail)).toEqual({ ok: true });
    const email = await PostalMime.parse(await Bun.file(file()).arrayBuffer());
    expect(email.subject).toBe(mail.subject);
    expect(email.from).toMatchObject({ name: 'Sattelfest', address: 'kontakt@sattelfest.example' });
    expect(email.to).toMatchObject([mail.to]);
    expect(email.messageId).toBe(`<${mail.id}@sattelfest.example>`);
    expect(email.html?.trim()).toBe(mail.html);
    expect(email.text?.trim()).toBe(mail.text);
  });

  test('makes the file readable by its owner only, and leaves no draft', async () => {
    await mailer().send(mail);
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
    const result = await mailer({ mailDir: join(folder, 'file') }).send(mail);
    expect(result).toMatchObject({ ok: false, permanent: false });
  });
});

describe('the mailer with an SMTP server', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.stop());

  test('delivers to exactly one recipient', async () => {
    expect(await mailer({ smtpUrl: server.url }).send(mail)).toEqual({ ok: true });
    const [received] = await server.received(1);
    expect(received?.from).toBe('kontakt@sattelfest.example');
    expect(received?.to).toEqual([mail.to.address]);
    expect(received?.email.to).toMatchObject([mail.to]);
    expect(received?.email.html?.trim()).toBe(mail.html);
    expect(received?.email.text?.trim()).toBe(mail.text);
    expect(await readdir(folder)).toEqual([]);
  });

  // ASVS 1.3.11
  test('prevents names and subjects from adding recipients or headers', async () => {
    const from = { name: nastyName, address: 'kontakt@sattelfest.example' };
    const to = { name: nastyName, address: mail.to.address };
    await mailer({ smtpUrl: server.url }).send(mail);
    await mailer({ smtpUrl: server.url, from }).send({ ...mail, to, subject: nastyName });
    const [plain, received] = await server.received(2);
    const keys = (one = plain) => one?.email.headers.map((header) => header.key).sort();
    expect(keys(received)).toEqual(keys(plain));
    expect(plain?.raw).toContain('Auto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: All\r\n');
    expect(received?.to).toEqual([mail.to.address]);
    const shown = 'Eve, "Q" <eve@evil.example> Bcc: all@evil.example Body';
    expect(received?.email.to).toMatchObject([{ address: mail.to.address }]);
    expect(received?.email.from?.address).toBe('kontakt@sattelfest.example');
    expect(received?.email.subject).toBe(shown);
    expect(received?.email.bcc ?? []).toEqual([]);
    expect(received?.email.text?.trim()).toBe(mail.text);
  });

  test.each(['a@b.example, c@d.example', 'A <a@b.example>', 'a@b.example\r\nRCPT TO:<c@d.example>', ''])(
    'refuses the address %p',
    async (address) => {
      const result = await mailer({ smtpUrl: server.url }).send({ ...mail, to: { name: '', address } });
      expect(result).toMatchObject({ ok: false, permanent: true });
      expect(server.mails).toEqual([]);
    },
  );

  test.each([
    [421, 'connect', false],
    [554, 'connect', false],
    [451, 'recipient', false],
    [550, 'recipient', true],
    [503, 'recipient', false],
    [530, 'recipient', false],
    [452, 'data', false],
    [554, 'data', true],
  ] as const)('treats %d at %s as permanent: %p', async (code, stage, permanent) => {
    server.refuse(code, 'Nein', stage);
    const result = await mailer({ smtpUrl: server.url }).send(mail);
    expect(result).toMatchObject({ ok: false, permanent });
  });

  // ASVS 1.2.9
  test('reports the reply of the server without personal data', async () => {
    const reply =
      '5.1.1 <juergen@gross.example>: Jürgen GROß (juergen) unknown at gross.example, ask post@relay.example; Großer Bär';
    server.refuse(550, reply);
    const result = await mailer({ smtpUrl: server.url }).send(mail);
    expect(result).toEqual({
      ok: false,
      permanent: true,
      error: '550: 5.1.1 <…>: … … (…) unknown at …, ask … Großer Bär',
    });
  });

  test('knows a domain with umlauts by its Punycode, in the mail and in a reply', async () => {
    const to = { name: '', address: 'erika@müller-pferde.de' };
    const kept = mailer({ smtpUrl: server.url });
    await kept.send({ ...mail, to });
    const [received] = await server.received(1);
    // the server of the tests decodes the envelope
    expect(received?.to).toEqual([to.address]);
    expect(received?.raw).toContain('To: erika@xn--mller-pferde-dlb.de');
    server.refuse(550, 'erika unknown at xn--mller-pferde-dlb.de');
    const { error } = { error: '', ...(await kept.send({ ...mail, to })) };
    expect(error).toBe('550: … unknown at …');
  });

  test('can send the next mail after a refusal', async () => {
    const kept = mailer({ smtpUrl: server.url });
    server.refuse(550, 'Nein');
    await kept.send(mail);
    server.accept();
    expect(await kept.send(mail)).toEqual({ ok: true });
  });

  test('connects again after the server was away', async () => {
    const kept = mailer({ smtpUrl: server.url });
    await kept.send(mail);
    await server.stop();
    expect(await kept.send(mail)).toMatchObject({ ok: false, permanent: false });
    await server.start();
    expect(await kept.send(mail)).toEqual({ ok: true });
    expect(server.mails).toHaveLength(2);
  });
});

test('a refused sign-in is a temporary failure', async () => {
  const server = await startMailServer({ auth: true });
  server.refuse(535, 'Authentication failed for kontakt@sattelfest.example', 'auth');
  const smtpUrl = `smtp://kontakt:falsch@127.0.0.1:${server.port}`;
  const result = await mailer({ smtpUrl }).send(mail);
  expect(result).toEqual({ ok: false, permanent: false, error: '535: Authentication failed for …' });
  server.accept();
  expect(await mailer({ smtpUrl }).send(mail)).toEqual({ ok: true });
  await server.stop();
});

describe('encryption', () => {
  test('is used if a relay on this machine offers it, whatever its certificate', async () => {
    const server = await startMailServer({ tls: true });
    expect(await mailer({ smtpUrl: server.url }).send(mail)).toEqual({ ok: true });
    expect(server.mails).toMatchObject([{ secure: true }]);
    await server.stop();
  });

  test('is required for any other host', async () => {
    const server = await startMailServer();
    // another address of this machine, which does not look local
    const smtpUrl = `smtp://0.0.0.0:${server.port}`;
    const result = await mailer({ smtpUrl }).send(mail);
    expect(result).toMatchObject({ ok: false, permanent: false, error: expect.stringMatching(/^ETLS: /) });
    expect(server.offered).toEqual([]);
    await server.stop();
  });

  // ASVS 12.3.2
  test('by a certificate that nobody vouches for is refused for any other host', async () => {
    const server = await startMailServer({ tls: true });
    const result = await mailer({ smtpUrl: `smtp://0.0.0.0:${server.port}` }).send(mail);
    expect(result).toMatchObject({ ok: false, permanent: false });
    expect(server.mails).toEqual([]);
    await server.stop();
  });

  test('is not required for a relay that is configured to have none', async () => {
    const server = await startMailServer();
    const smtpUrl = `smtp://0.0.0.0:${server.port}?requireTLS=false`;
    expect(await mailer({ smtpUrl }).send(mail)).toEqual({ ok: true });
    expect(server.mails).toMatchObject([{ secure: false }]);
    await server.stop();
  });
});

describe('a server that', () => {
  /** A server that sends the greeting and answers each line with `reply`. */
  async function speaking(greeting: string | null, reply: (line: string) => string | null) {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      if (greeting) socket.write(greeting);
      socket.on('data', (data) => {
        const answer = reply(data.toString());
        if (answer) socket.write(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      stop() {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  }

  test('never greets causes a failure after the greeting timeout', async () => {
    const { smtpUrl, stop } = await speaking(null, () => null);
    const result = await mailer({ smtpUrl, limits: { greeting: 50 } }).send(mail);
    expect(result).toMatchObject({
      ok: false,
      permanent: false,
      error: expect.stringMatching(/^ETIMEDOUT: /),
    });
    stop();
  });

  test('falls silent causes a failure after the socket timeout', async () => {
    const { smtpUrl, stop } = await speaking('220 hello\r\n', () => null);
    const result = await mailer({ smtpUrl, limits: { command: 50, answer: 50 } }).send(mail);
    expect(result).toMatchObject({
      ok: false,
      permanent: false,
      error: expect.stringMatching(/^ETIMEDOUT: /),
    });
    stop();
  });

  test('responds without end causes a failure after the limits of all responses together', async () => {
    const { smtpUrl, stop } = await speaking('220 hello\r\n', () => '250-and one more thing\r\n');
    const limits = { connection: 10, greeting: 10, command: 10, data: 10 };
    const result = await mailer({ smtpUrl, limits }).send(mail);
    expect(result).toMatchObject({
      ok: false,
      permanent: false,
      error: expect.stringMatching(/^ETIMEDOUT: /),
    });
    stop();
  });
});

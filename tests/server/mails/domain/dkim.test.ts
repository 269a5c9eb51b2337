/** A signed mail arrives at a real mail server, and whoever has the public key can check it (RFC 6376). */
import { beforeEach, expect, test } from 'bun:test';
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorOf } from '#domain/operator/operator';
import { makeDkimKey, readDkimKey } from '#server/mails/domain';
import { createMailer, mailFile, type OutgoingMail } from '#server/mails/transport';
import { afterThisTest } from '#tests/support/endings';
import { openMailServer } from '#tests/support/smtp';

const operator = operatorOf({ mail: { from: 'post@hufschütz.example' } });
const mail: OutgoingMail = {
  id: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
  to: { name: 'Jürgen Groß', address: 'juergen@gross.example' },
  subject:
    'Ihre Unterlagen zum Premium-OP-Schutz, mit einer Zeile, die gefaltet wird, weil sie sehr lang ist',
  html: '<p>Grüße</p>\n<p>.</p>\n\n',
  text: 'Grüße\n.\n  \n\n',
  attachments: [
    { filename: 'Erklärung.pdf', contentType: 'application/pdf', content: new Uint8Array(200_000).fill(7) },
  ],
  unsubscribe: 'https://hufschutz.example/stop',
};

let folder: string;
let settings: { dataDir: string; dkim: { keyFile: string | null; selector: string } };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sattelfest-dkim-'));
  settings = { dataDir: folder, dkim: { keyFile: null, selector: 'sattelfest' } };
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
});

function mailer(smtpUrl?: string) {
  const created = createMailer({
    smtpUrl,
    mailDir: join(folder, 'mail'),
    from: { name: 'Hufschutz', address: operator.mail.from },
    messageIdHost: 'hufschutz.example',
    dkim: readDkimKey(settings, operator),
  });
  afterThisTest(async () => created.close());
  return created;
}

/** What the signature says of the mail, by the published record. */
function check(raw: string, record: string) {
  const end = raw.indexOf('\r\n\r\n');
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^DKIM-Signature:/i.test(field)) ?? '';
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) =>
        tag
          .trim()
          .split(/=(.*)/s, 2)
          .map((part) => part.replace(/\s+/g, '')),
      ),
  );
  const relaxed = (field: string) => {
    const [name = '', value = ''] = field.split(/:(.*)/s, 2);
    return `${name.trim().toLowerCase()}:${value
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()}`;
  };
  const names: string[] = tags.h.toLowerCase().split(':');
  const signed = names.flatMap((name) =>
    fields.filter((field) => field.toLowerCase().startsWith(`${name}:`)),
  );
  const head = [...signed.map(relaxed), relaxed(signature.replace(/([;\s]b=)[^;]*/, '$1'))].join('\r\n');
  const body = raw
    .slice(end + 4)
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n');
  const [, published = ''] = record.split('p=');
  const key = createPublicKey({ key: Buffer.from(published, 'base64'), format: 'der', type: 'spki' });
  return {
    tags,
    names,
    body: createHash('sha256').update(body, 'latin1').digest('base64') === tags.bh,
    head: verify('sha256', Buffer.from(head, 'latin1'), key, Buffer.from(tags.b, 'base64')),
  };
}

test('with a key a mail arrives signed as it is, and a changed byte is noticed', async () => {
  const { record } = makeDkimKey(settings, operator);
  const server = await openMailServer();
  expect(await mailer(server.url).send(mail)).toEqual({ ok: true });
  const [{ raw } = { raw: '' }] = await server.received(1);
  const { tags, names, ...valid } = check(raw, record.value);
  expect(valid).toEqual({ body: true, head: true });
  expect(tags).toMatchObject({ v: '1', a: 'rsa-sha256', c: 'relaxed/relaxed', s: 'sattelfest' });
  expect(`sattelfest._domainkey.${tags.d}`).toBe(record.name);
  expect(record.name).toBe('sattelfest._domainkey.xn--hufschtz-c6a.example');
  for (const name of ['from', 'to', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
    expect(names).toContain(name);
  expect(check(raw.replace('BwcH', 'BwcI'), record.value).body).toBe(false);
  expect(check(raw.replace(/^To: .*$/m, 'To: a@b.example'), record.value).head).toBe(false);
});

test('with a key is transmitted only when it is transmitted: the signer has read it before', async () => {
  makeDkimKey(settings, operator);
  const server = await openMailServer();
  const gate = server.hold('recipient');
  let isTransmitted = false;
  const sender = mailer(server.url);
  const sending = sender.send(mail, { onTransmitted: () => (isTransmitted = true) });
  await gate.reached;
  // meanwhile the signer has had more time than it needs
  expect(await sender.send({ ...mail, id: crypto.randomUUID() })).toEqual({ ok: true });
  expect(isTransmitted).toBe(false);
  server.drop();
  gate.release();
  expect(await sending).toMatchObject({ ok: false });
  expect(await sending).not.toHaveProperty('uncertain');
  expect(isTransmitted).toBe(false);
});

test('with a key the file of a mail is signed too', async () => {
  const { record } = makeDkimKey(settings, operator);
  await mailer().send(mail);
  const raw = Buffer.from(await Bun.file(mailFile(join(folder, 'mail'), mail.id)).bytes()).toString('latin1');
  expect(check(raw, record.value)).toMatchObject({ body: true, head: true });
});

test('without a key nothing is signed', async () => {
  expect(readDkimKey(settings, operator)).toBeNull();
  const server = await openMailServer();
  await mailer(server.url).send(mail);
  expect((await server.received(1))[0]?.raw).not.toContain('DKIM');
});

test('the key is written for its owner only, and never twice', async () => {
  const made = makeDkimKey(settings, operator);
  const file = join(folder, 'dkim.pem');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(() => makeDkimKey(settings, operator)).toThrow(`${file} exists already; nothing is overwritten.`);
  expect(readDkimKey(settings, operator)).toEqual(made);
  expect(createPublicKey(made.privateKey).asymmetricKeyDetails?.modulusLength).toBe(2048);
});

const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const weak = generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey;
const pem = { type: 'pkcs8', format: 'pem' } as const;
test.each<[string, (file: string) => Promise<unknown>, string]>([
  ['that is missing', async () => {}, 'cannot be read (ENOENT)'],
  ['that is a folder', (file) => mkdir(file), 'cannot be read (EISDIR)'],
  ['that is none', (file) => writeFile(file, 'geheimnis'), 'is none'],
  ['of another kind', (file) => writeFile(file, elliptic.export(pem)), 'is of another kind'],
  ['that is too short', (file) => writeFile(file, weak.export(pem)), 'has less than 1024 bits'],
])('the key %s ends the start with one line, which does not repeat it', async (_, write, reason) => {
  const keyFile = join(folder, 'key.pem');
  await write(keyFile);
  const read = () => readDkimKey({ ...settings, dkim: { keyFile, selector: 'a' } }, operator);
  expect(read).toThrow(
    `DKIM_KEY must be the path of an RSA private key in a PEM file, but ${keyFile} ${reason}`,
  );
  expect(read).not.toThrow(/geheimnis|\n/);
});

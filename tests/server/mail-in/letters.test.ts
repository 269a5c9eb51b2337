/** By which letters a message is read, and whose it is. */
import { expect, test } from 'bun:test';
import { placeholders } from '#domain/operator/operator';
import { readHead } from '#server/mail-in/head';
import { senderDomainOf } from '#server/operator/sender';
import { base64, contentOf, message, reading } from './reading';

const words = 'Schöne Grüße, 5 €';
const bytes = {
  'utf-8': Buffer.from(words),
  'windows-1252': Buffer.from(words.replace('€', '\u0080'), 'latin1'),
};
const written = (type: string, body: Buffer, encoding = '8bit') => {
  const [head = ''] = message(type, '', encoding).split('\r\n\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
};
const quotedPrintable = (body: Buffer) =>
  Buffer.from(
    Array.from(body, (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join('')
      .replace(/.{72}/g, '$&=\r\n'),
  );
const names = [
  '',
  '; charset=us-ascii',
  '; charset="US-ASCII"',
  '; charset=ascii',
  '; charset=utf-8',
  '; charset=UTF8',
  '; charset=x-unknown',
  '; charset=unknown-8bit',
  '; charset=""',
];
const cases = names.flatMap((charset) =>
  (['utf-8', 'windows-1252'] as const).flatMap((used) =>
    (['plain', 'html'] as const).map((kind) => [`text/${kind}${charset}`, used] as const),
  ),
);
test.each(cases)('the alphabet of %s, written in %s, is found', async (type, used) => {
  for (const [encoding, body] of [
    ['8bit', bytes[used]],
    ['base64', Buffer.from(base64(bytes[used]))],
    ['quoted-printable', quotedPrintable(bytes[used])],
  ] as const)
    expect(await contentOf(written(type, body, encoding))).toMatchObject({ text: words });
});

test.each([
  ['iso-8859-15', Buffer.from([0x35, 0x20, 0xa4]), '5 €'],
  ['koi8-r', Buffer.from([0xe4, 0xc1]), 'Да'],
])('the alphabet %s is believed', async (charset, body, text) => {
  expect(await contentOf(written(`text/plain; charset=${charset}`, body))).toMatchObject({ text });
});

const contact = 'johanna.sommer@mail.example';
const encoded = (text: string) => `=?utf-8?B?${base64(text)}?=`;
test.each<[field: string, from: string | null]>([
  [contact, contact],
  [`${encoded('Jörg Müller')} <${contact}>`, contact],
  [`=?utf-8?q?J=C3=B6rg?= =?utf-8?q?_M=C3=BCller?= <${contact}>`, contact],
  [`"${encoded('evil@x.example')}" <${contact}>`, contact],
  [encoded(contact), null],
  [encoded(`<${contact}>`), null],
  [encoded(`Johanna <${contact}>`), null],
  [`${encoded('Johanna')} ${encoded(`<${contact}>`)}`, null],
  [`=?utf-8?Q?Johanna <${contact}>?=`, null],
  [`${encoded('Johanna <')}${contact}>`, `name${contact}>`],
  [`${contact} evil@x.example`, null],
  [`${contact}\u2028@x.example`, null],
  [`johanna.sommer(evil@x.example)@mail.example`, null],
  [`${contact} <>`, null],
  [`${contact} (Johanna Sommer)`, contact],
  [`${contact} <${contact}>`, contact],
  [`${contact}\n${`X-A: ${'a'.repeat(4_000)}\n`.repeat(17)}From: evil@x.example`, null],
  [`=?utf-8?q?johanna.sommer?=@mail.example`, 'name@mail.example'],
  [`<${encoded(contact)}>`, null],
  [`=?utf-8?Q?${contact.replace('@', '=40')}?=`, null],
  [`=?iso-8859-1*de?q?${contact.replace('@', '=40')}?=`, null],
  [`=?utf-8?x?a?= <${contact}>`, contact],
  [`${encoded(contact)} <evil@x.example>`, 'evil@x.example'],
  [`evil@x.example (${contact})`, 'evil@x.example'],
  [`${'x'.repeat(990)} <${contact}>`, null],
  [`${contact}\nFrom: evil@x.example`, null],
  [`<${contact}>, <evil@x.example>`, null],
  [`<${contact}> <evil@x.example>`, null],
  [`${contact}@x.example`, null],
  [`"${contact}"@x.example`, null],
  [`${contact}.x.example`, `${contact}.x.example`],
])('the sender of disguise %#', async (field, from) => {
  const raw = message('text/plain', 'Ja.').replace(`From: ${contact}`, () => `From: ${field}`);
  expect((await reading(raw)).from).toBe(from);
});

const host = senderDomainOf({ mail: { ...placeholders.mail, from: 'antrag@Müller-Pferde.example' } });
const id = crypto.randomUUID();

test('a domain with umlauts is Punycode in the Message-ID of our mails', () => {
  expect(host).toBe('xn--mller-pferde-dlb.example');
});

test.each([
  ['xn--mller-pferde-dlb.example', true],
  ['XN--MLLER-PFERDE-DLB.Example', true],
  ['müller-pferde.example', true],
  ['MÜLLER-pferde.example', true],
  ['müller-pferde.example'.normalize('NFD'), true],
  ['mueller-pferde.example', false],
  ['müller-pferde.example.evil.example', false],
  ['x.müller-pferde.example', false],
  ['müller-pferde.example.', false],
  ['müller-pferde', false],
])('a domain with umlauts of what comes back is known as %s: %p', (domain, isOurs) => {
  const raw = `From: a@b.example\r\nIn-Reply-To: <${id.toUpperCase()}@${domain}>\r\n\r\nJa.`;
  expect(readHead(Buffer.from(raw), host)?.answers).toEqual(isOurs ? [id] : []);
});

test('of a header only so much is read', () => {
  const [id, host] = [crypto.randomUUID(), 'sattelfest.example'];
  const message = `In-Reply-To: <${id}@${host}>\r\n\r\nJa.`;
  const long = readHead(Buffer.from(`To: ${'a@b.example, '.repeat(160_000)}x@y.example\r\n${message}`), host);
  expect([long?.answers, (long?.bytes.length ?? 0) < 5_000]).toEqual([[id], true]);
  const fields = Array.from({ length: 20_000 }, (_, index) => `X-${index}: x\r\n`).join('');
  expect(readHead(Buffer.from(fields + message), host)?.answers).toEqual([]);
});

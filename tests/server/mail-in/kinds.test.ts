/** What a message is: a person's answer, a program's, or one that nobody can read here. */
import { describe, expect, test } from 'bun:test';
import { answered, base64, contentOf, message } from './reading';
import { answerTo } from './replies';

const parts = (type: string, ...all: string[]) =>
  message(`multipart/${type}; boundary=b`, `${all.map((part) => `--b\n${part}\n`).join('')}--b--`);

const element = (type: number, ...inside: (string | Uint8Array)[]) => {
  const bytes = Buffer.concat(inside.map((one) => Buffer.from(one)));
  return Buffer.concat([Buffer.from([type, 0x82, bytes.length >> 8, bytes.length & 255]), bytes]);
};
/** Without lengths, as programs write that do not know them yet. */
const open = (type: number, ...inside: Uint8Array[]) =>
  Buffer.concat([Buffer.from([type, 0x80]), ...inside, Buffer.from([0, 0])]);
const name = (hex: string) => Buffer.concat([Buffer.from([6, hex.length / 2]), Buffer.from(hex, 'hex')]);
const cms = { data: '2a864886f70d010701', signed: '2a864886f70d010702', enveloped: '2a864886f70d010703' };
const version = Buffer.from([2, 1, 1]);
const signedBy = (make: (type: number, ...inside: Buffer[]) => Buffer, content: Buffer) =>
  make(
    0x30,
    name(cms.signed),
    make(0xa0, make(0x30, version, make(0x31), make(0x30, name(cms.data), make(0xa0, content)), make(0x31))),
  );
const said = 'Seit drei Jahren, größer.';
const inner = (text = said) =>
  `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}\r\n`;
const signed = (bytes: string | Uint8Array) =>
  message('application/pkcs7-mime; smime-type=signed-data; name=smime.p7m', base64(bytes), 'base64');
/** With one more signature around it. */
const again = (content: string | Uint8Array) =>
  `Content-Type: application/x-pkcs7-mime; smime-type=signed-data\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(signedBy(element, element(0x04, content)))}`;

/** By OpenSSL: `cms -sign -nodetach -stream`. */
const byOpenSsl =
  'MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAkgARpQ29udGVudC1UeXBlOiB0ZXh0L3BsYWluOyBjaGFyc2V0PXV0Zi04DQpDb250ZW50LVRyYW5zZmVyLUVuY29kaW5nOiA4Yml0DQoNClNlaXQgZHJlaSBKYWhyZW4sIGdyw7bDn2VyLg0KAAAAAAAAMYIBszCCAa8CAQEwJDAMMQowCAYDVQQDDAF4AhQSGlW0Wuln8fY9M+exz47Vh5i6gjALBglghkgBZQMEAgGggeQwGAYJKoZIhvcNAQkDMQsGCSqGSIb3DQEHATAcBgkqhkiG9w0BCQUxDxcNMjYxMTI4MTY1NTU2WjAvBgkqhkiG9w0BCQQxIgQgxk1A/FMZrp8zAMbkUli00B6d+/9QshiNPXoJMChXAU8weQYJKoZIhvcNAQkPMWwwajALBglghkgBZQMEASowCwYJYIZIAWUDBAEWMAsGCWCGSAFlAwQBAjAKBggqhkiG9w0DBzAOBggqhkiG9w0DAgICAIAwDQYIKoZIhvcNAwICAUAwBwYFKw4DAgcwDQYIKoZIhvcNAwICASgwDQYJKoZIhvcNAQEBBQAEgYA01mXsz3DW3yfG3+fR9yuI0fyVpMyx9YszJXCQ8AuStaxFzfPgotl0ePp9onxU2IP87dEUyFaWW7kxAGLgkNXIyijN9YIdpYRvelqCohk53dw007GJCVns+pAdDtjRcxdZBlAUqm7P/BlYVZLK/cZeXrZIyQyglPz6APdG7fFxJQAAAAAAAA==';

/** A part with this type; `more`: further lines of its head. */
const part = (type: string, body = 'x', more = '') => `Content-Type: ${type}\n${more}\n${body}`;
const inBase64 = (bytes: Uint8Array) => [base64(bytes), 'Content-Transfer-Encoding: base64\n'] as const;
const [begin, end] = ['-----BEGIN PGP SIGNATURE-----', '-----END PGP SIGNATURE-----'];
const plainly = (content: string | Uint8Array) => signed(signedBy(element, element(0x04, content)));
const halves = [inner().slice(0, 50), inner().slice(50)].map((half) => element(0x04, half));

const readable: Record<string, string> = {
  'by OpenSSL': signed(Buffer.from(byOpenSsl, 'base64')),
  'with lengths': plainly(inner()),
  'without lengths': signed(signedBy(open, element(0x04, inner()))),
  'in pieces': signed(signedBy(open, open(0x24, ...halves))),
  'three times': plainly(again(again(inner()))),
  'without a name of its own': parts(
    'mixed',
    part('application/octet-stream; name=SMIME.P7M', ...inBase64(signedBy(element, element(0x04, inner())))),
    part('text/plain', 'Geprüft.'),
  ),
  'beside its text': parts(
    'signed',
    inner().replaceAll('\r', ''),
    part('application/pkcs7-signature; name=smime.p7s', ...inBase64(Buffer.from('MIIB', 'base64'))),
  ),
  'by PGP beside its text': parts(
    'signed',
    inner().replaceAll('\r', ''),
    part('application/pgp-signature; name=signature.asc', `${begin}\n\nx\n${end}`),
  ),
  'by PGP in its text': message(
    'text/plain; charset=utf-8',
    `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${said}\n${begin}\n\niQEz\n${end}`,
  ),
};

test.each(Object.entries(readable))('an answer that is signed %s is read', async (_, raw) => {
  expect(await contentOf(raw)).toEqual({ kind: 'answer', text: said, attachments: 0 });
});

const calendar = (method: string) =>
  part(`text/calendar; method=${method}; charset=utf-8`, 'BEGIN:VCALENDAR\nEND:VCALENDAR');
const enveloped = 'application/pkcs7-mime; smime-type=enveloped-data';
const envelope = element(0x30, name(cms.enveloped), element(0xa0, element(0x30, version)));
const byPgp = [
  part('application/pgp-encrypted', 'Version: 1'),
  part('application/octet-stream; name=encrypted.asc', '-----BEGIN PGP MESSAGE-----'),
];
const text = (words: string) => part('text/plain', words);
const nested = Array.from(
  { length: 40 },
  (_, depth) => `--a${depth}\n${part(`multipart/mixed; boundary=a${depth + 1}`, '')}`,
);

const encrypted: Record<string, string> = {
  'encrypted by S/MIME': message(enveloped, base64(envelope), 'base64'),
  'encrypted, with a line of a gateway': parts(
    'mixed',
    part('application/x-pkcs7-mime; name=smime.p7m'),
    text('Von Viren frei.'),
  ),
  'encrypted within a signature': plainly(`Content-Type: ${enveloped}\r\n\r\nx`),
  'a signature around nothing': signed(signedBy(element, Buffer.alloc(0))),
  'too many signatures': plainly(again(again(again(inner())))),
  'no CMS at all': signed('Guten Tag'),
  'CMS that is cut': signed(Buffer.from(byOpenSsl, 'base64').subarray(0, 70)),
  'CMS without end': signed(Buffer.from('3080'.repeat(5_000), 'hex')),
  'CMS longer than a file': signed(Buffer.from('3088ffffffffffffffff06', 'hex')),
  'encrypted by PGP': parts('encrypted', ...byPgp),
  'encrypted by PGP, after Exchange': parts('mixed', text(''), ...byPgp),
  'encrypted by PGP in its text': message(
    'text/plain',
    '-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----',
  ),
  'with rights by Microsoft': parts(
    'mixed',
    text('Diese Nachricht ist geschützt.'),
    part('application/x-microsoft-rpmsg-message; name=message.rpmsg'),
  ),
};
const unreadable: Record<string, string> = {
  'a calendar alone': message('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR'),
  'a calendar with an empty text': parts('alternative', text(''), calendar('REQUEST')),
  'a calendar above what it quotes': parts('mixed', text('> Ist das Pferd gesund?'), calendar('PUBLISH')),
  'a calendar that says yes': parts('alternative', text('Johanna hat zugesagt.'), calendar('REPLY')),
  'a reaction of Gmail': parts(
    'alternative',
    text('Johanna Sommer hat reagiert.'),
    part('text/vnd.google.email-reaction+json', '{"emoji": "👍"}'),
  ),
  'a reaction': message('text/plain; charset=utf-8', '👍', '8bit', 'Content-Disposition: reaction\n'),
  'too many parts in one another': message('multipart/mixed; boundary=a0', nested.join('')),
};
const answers: Record<string, string> = {
  'a calendar beside a text': parts('mixed', text('Ja, gern.'), calendar('REQUEST')),
  'a signed file': parts('mixed', text('Anbei.'), part('application/pkcs7-mime; name=Befund.pdf.p7m')),
  'a photo alone': parts('mixed', part('image/jpeg; name=a.jpg')),
};

describe.each(Object.entries({ encrypted, unreadable, answer: answers }))(
  'as %s is taken',
  (kind, messages) => {
    test.each(Object.entries(messages))('%s', async (_, raw) => {
      expect(await contentOf(raw)).toMatchObject({ kind });
    });
  },
);

test.each([
  ...['Auto-Submitted: auto-notified', 'List-Id: <pferde.example>', 'X-Precedence: bulk'],
  ...['bulk', 'list', 'Junk', 'auto_reply', 'auto-reply'].map((value) => `Precedence: ${value}`),
  ...['Failed-Recipients', 'Autorespond', 'Autoresponder', 'Auto-Reply'].map(
    (name) => `X-${name}: a@b.example`,
  ),
  ...['Autogenerated', 'Mail-Autoreply', 'Autoreply-From', 'Auto-Replied'].map((name) => `X-${name}: x`),
  ...['Amazon-Auto-Reply', 'Autoresponse', 'Vacation', 'Cron-Env'].map((name) => `X-${name}: x`),
  ...['X-Out-Of-Office: x', 'Delivered-To: Autoresponder'],
])('by a program by its header: "%s"', async (line) => {
  expect(await contentOf(answerTo(answered, { head: `${line}\n` }))).toEqual({ kind: 'automatic' });
});

test.each([
  ...['Abwesenheitsnotiz: x', 'ABWESEND: x', 'Abwesenheitsnachricht', 'Automatische Antwort: x', 'AutoReply'],
  ...['Automatic reply: x', 'Auto-Reply: x', 'Autoantwort', '[Auto-Reply] x', 'Out of Office: x'],
  ...['Out of the office Re: x', 'Urlaubsnotiz', 'Nicht im Büro: x', 'Außer Haus: x', 'Eingangsbestätigung'],
  ...['Automatisierte Antwort: x', '[EXTERN] Abwesenheitsnotiz: x', 'Réponse automatique : Une question'],
  ...['Risposta automatica: x', 'Respuesta automática: x', 'Automatisch antwoord: x', 'Otomatik yanıt: x'],
  ...['Automatyczna odpowiedź: x', 'Odpowiedź automatyczna: x', 'Автоматический ответ: x'],
  ...['=?utf-8?B?QWJ3ZXNlbmhlaXRzbm90aXo6IEVpbmUgRnJhZ2U=?=', '=?iso-8859-1?Q?R=E9ponse_automatique?='],
])('by a program by its subject: "%s"', async (subject) => {
  const raw = answerTo(answered).replace('Re: Eine Frage', subject);
  expect(await contentOf(raw)).toEqual({ kind: 'automatic' });
});

test.each<[string, Parameters<typeof answerTo>[1]]>([
  ['Re: Abwesenheitsnotiz', {}],
  ['AW: Automatische Antwort: Eine Frage', {}],
  ['Automatik oder Handschaltung am Anhänger', {}],
  ['Autotür', {}],
  ['Eine Frage', { head: 'X-Auto-Response-Suppress: All\nAuto-Submitted: no\n' }],
  [
    'Eine Frage',
    { head: 'X-Autocomplete: on\nDelivered-To: post@sattelfest.example\nX-Precedence: normal\n' },
  ],
])('by a program not by "%s" (%#)', async (subject, written) => {
  const raw = answerTo(answered, written).replace('Re: Eine Frage', subject);
  expect(await contentOf(raw)).toMatchObject({ kind: 'answer' });
});

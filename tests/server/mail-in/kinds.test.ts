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

describe('a signed answer is read', () => {
  test.each<[how: string, raw: string]>([
    ['by OpenSSL', signed(Buffer.from(byOpenSsl, 'base64'))],
    ['with lengths', signed(signedBy(element, element(0x04, inner())))],
    ['without lengths', signed(signedBy(open, element(0x04, inner())))],
    [
      'in pieces',
      signed(
        signedBy(open, open(0x24, element(0x04, inner().slice(0, 50)), element(0x04, inner().slice(50)))),
      ),
    ],
    ['three times', signed(signedBy(element, element(0x04, again(again(inner())))))],
    [
      'without a name of its own',
      parts(
        'mixed',
        `Content-Type: application/octet-stream; name=SMIME.P7M\nContent-Transfer-Encoding: base64\n\n${base64(signedBy(element, element(0x04, inner())))}`,
        'Content-Type: text/plain\n\nGeprüft.',
      ),
    ],
    [
      'beside its text',
      parts(
        'signed',
        inner().replaceAll('\r', ''),
        'Content-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64\n\nMIIB',
      ),
    ],
    [
      'by PGP beside its text',
      parts(
        'signed',
        inner().replaceAll('\r', ''),
        'Content-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----',
      ),
    ],
    [
      'by PGP in its text',
      message(
        'text/plain; charset=utf-8',
        `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${said}\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----`,
      ),
    ],
  ])('%s', async (_, raw) => {
    expect(await contentOf(raw)).toEqual({ kind: 'answer', text: said, attachments: 0 });
  });
});

const calendar = (method: string) =>
  `Content-Type: text/calendar; method=${method}; charset=utf-8\n\nBEGIN:VCALENDAR\nEND:VCALENDAR`;
const quoted = '> Ist das Pferd gesund?';

describe('what cannot be read here is no answer', () => {
  test.each<[what: string, kind: 'encrypted' | 'unreadable' | 'answer', raw: string]>([
    [
      'encrypted by S/MIME',
      'encrypted',
      message(
        'application/pkcs7-mime; smime-type=enveloped-data',
        base64(element(0x30, name(cms.enveloped), element(0xa0, element(0x30, version)))),
        'base64',
      ),
    ],
    [
      'encrypted, with a line of a gateway',
      'encrypted',
      parts(
        'mixed',
        'Content-Type: application/x-pkcs7-mime; name=smime.p7m\n\nx',
        'Content-Type: text/plain\n\nVon Viren frei.',
      ),
    ],
    [
      'encrypted within a signature',
      'encrypted',
      signed(
        signedBy(
          element,
          element(0x04, 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nx'),
        ),
      ),
    ],
    ['a signature around nothing', 'encrypted', signed(signedBy(element, Buffer.alloc(0)))],
    [
      'too many signatures',
      'encrypted',
      signed(signedBy(element, element(0x04, again(again(again(inner())))))),
    ],
    ['no CMS at all', 'encrypted', signed('Guten Tag')],
    ['CMS that is cut', 'encrypted', signed(Buffer.from(byOpenSsl, 'base64').subarray(0, 70))],
    ['CMS without end', 'encrypted', signed(Buffer.from('3080'.repeat(5_000), 'hex'))],
    ['CMS longer than a file', 'encrypted', signed(Buffer.from('3088ffffffffffffffff06', 'hex'))],
    [
      'encrypted by PGP',
      'encrypted',
      parts(
        'encrypted',
        'Content-Type: application/pgp-encrypted\n\nVersion: 1',
        'Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----',
      ),
    ],
    [
      'encrypted by PGP, after Exchange',
      'encrypted',
      parts(
        'mixed',
        'Content-Type: text/plain\n\n',
        'Content-Type: application/pgp-encrypted\n\nVersion: 1',
        'Content-Type: application/octet-stream; name=encrypted.asc\n\nx',
      ),
    ],
    [
      'encrypted by PGP in its text',
      'encrypted',
      message('text/plain', '-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----'),
    ],
    [
      'with rights by Microsoft',
      'encrypted',
      parts(
        'mixed',
        'Content-Type: text/plain\n\nDiese Nachricht ist geschützt.',
        'Content-Type: application/x-microsoft-rpmsg-message; name=message.rpmsg\n\nx',
      ),
    ],
    ['a calendar alone', 'unreadable', message('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR')],
    [
      'a calendar with an empty text',
      'unreadable',
      parts('alternative', 'Content-Type: text/plain\n\n', calendar('REQUEST')),
    ],
    [
      'a calendar above what it quotes',
      'unreadable',
      parts('mixed', `Content-Type: text/plain\n\n${quoted}`, calendar('PUBLISH')),
    ],
    [
      'a calendar that says yes',
      'unreadable',
      parts('alternative', 'Content-Type: text/plain\n\nJohanna Sommer hat zugesagt.', calendar('REPLY')),
    ],
    [
      'a reaction of Gmail',
      'unreadable',
      parts(
        'alternative',
        'Content-Type: text/plain\n\nJohanna Sommer hat reagiert.',
        'Content-Type: text/vnd.google.email-reaction+json\n\n{"emoji": "👍"}',
      ),
    ],
    [
      'a reaction',
      'unreadable',
      message('text/plain; charset=utf-8', '👍', '8bit', 'Content-Disposition: reaction\n'),
    ],
    [
      'too many parts in one another',
      'unreadable',
      message(
        'multipart/mixed; boundary=a0',
        Array.from(
          { length: 40 },
          (_, depth) => `--a${depth}\nContent-Type: multipart/mixed; boundary=a${depth + 1}\n\n`,
        ).join(''),
      ),
    ],
    [
      'a calendar beside a text',
      'answer',
      parts('mixed', 'Content-Type: text/plain\n\nJa, gern.', calendar('REQUEST')),
    ],
    [
      'a signed file',
      'answer',
      parts(
        'mixed',
        'Content-Type: text/plain\n\nAnbei.',
        'Content-Type: application/pkcs7-mime; name=Befund.pdf.p7m\n\nx',
      ),
    ],
    ['a photo alone', 'answer', parts('mixed', 'Content-Type: image/jpeg; name=a.jpg\n\nx')],
  ])('%s', async (_, kind, raw) => {
    expect(await contentOf(raw)).toMatchObject({ kind });
  });
});

describe('by a program', () => {
  test.each([
    'Auto-Submitted: auto-notified',
    'Precedence: bulk',
    'Precedence: list',
    'Precedence: Junk',
    'Precedence: auto_reply',
    'List-Id: <pferde.example>',
    'X-Failed-Recipients: a@b.example',
    'X-Autorespond: ja',
    'X-Autoresponder: ja',
    'X-Auto-Reply: yes',
    'X-Autogenerated: Reply',
    'X-Mail-Autoreply: on',
    'X-Autoreply-From: a@b.example',
    'X-Amazon-Auto-Reply: true',
    'X-Autoresponse: x',
    'X-Precedence: bulk',
    'X-Vacation: yes',
    'X-Cron-Env: <PATH=/bin>',
    'X-Out-Of-Office: x',
    'Delivered-To: Autoresponder',
    'Precedence: auto-reply',
    'X-Auto-Replied: x',
  ])('by its header: "%s"', async (line) => {
    expect(await contentOf(answerTo(answered, { head: `${line}\n` }))).toEqual({ kind: 'automatic' });
  });

  test.each([
    'Abwesenheitsnotiz: Eine Frage',
    'ABWESEND: Eine Frage',
    'Abwesenheitsnachricht',
    'Automatische Antwort: Eine Frage',
    'Automatic reply: Eine Frage',
    'Auto-Reply: x',
    'AutoReply',
    'Autoantwort',
    '[Auto-Reply] x',
    'Out of Office: x',
    'Out of the office Re: x',
    'Urlaubsnotiz',
    'Nicht im Büro: x',
    'Außer Haus: x',
    'Automatisierte Antwort: x',
    '[EXTERN] Abwesenheitsnotiz: x',
    'Eingangsbestätigung',
    'Réponse automatique : Une question',
    'Risposta automatica: x',
    'Respuesta automática: x',
    'Automatisch antwoord: x',
    'Automatyczna odpowiedź: x',
    'Odpowiedź automatyczna: x',
    'Otomatik yanıt: x',
    'Автоматический ответ: x',
    '=?utf-8?B?QWJ3ZXNlbmhlaXRzbm90aXo6IEVpbmUgRnJhZ2U=?=',
    '=?iso-8859-1?Q?R=E9ponse_automatique?=',
  ])('by its subject: "%s"', async (subject) => {
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
  ])('not by "%s" (%#)', async (subject, written) => {
    const raw = answerTo(answered, written).replace('Re: Eine Frage', subject);
    expect(await contentOf(raw)).toMatchObject({ kind: 'answer' });
  });
});

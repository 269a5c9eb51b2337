/** No message keeps the server busy: the time of reading it grows only with its length. */
import { expect, test } from 'bun:test';
import { readHead } from '#server/mail-in/head';
import { readMessage } from '#server/mail-in/message';
import { htmlText } from '#server/mail-in/parse';
import { ours } from '#tests/server/mail-in/reading';
import { crlf } from '#tests/server/mail-in/report';
import { leastBusyMs } from '#tests/support/busy';

/** A pattern that starts again at each character takes 200 ms or more, everything else some 10 ms. */
const allowedMs = 150;
const host = 'sattelfest.example';
const own = `<${crypto.randomUUID()}@${host}>`;

const units = [
  ' ',
  '\t',
  '\n',
  '\n \n',
  '-',
  '_',
  '- ',
  '=',
  '>',
  '> ',
  '> x\n',
  '<',
  '@',
  'a',
  'a.',
  '5.',
  '5.1.1 ',
  '550 ',
  'message-id',
  'Message-ID: ',
  'Message-ID:\n',
  `Message-ID: ${own}\n`,
  'original-',
  'Von: a\n',
  'Am a\n',
  'am <a@b.example\n',
  'schrieb ',
  'schrieb 1 10:00 ',
  'Am 20.11.2026 um 10:00 schrieb a:\n',
  'Am 20.11.2026 um 10:00 schrieb a@b:\n> a\n',
  '\u200d',
  '\u2800',
  '<div>',
  '<blockquote>',
  '<body ',
  '<!--',
  '&',
  'Status: 5.1.1\n',
  'Status\v',
  'Action: failed\n\n',
  '--b\n',
  '--b\n\n',
  '\u0030\u0080',
  'Sattelfest\n',
  'Sattelfest <post@sattelfest.example>:\n',
  'a: 10:00 post@sattelfest.example\n',
  '-----BEGIN PGP SIGNATURE-----\n',
  '-----BEGIN PGP SIGNED MESSAGE-----\n',
  '=?utf-8?B?YQ==?= ',
  '(',
  ',',
  '"',
  ';',
];

const head = (type: string) =>
  `From: MAILER-DAEMON@x.example\nIn-Reply-To: ${own}\nContent-Type: ${type}\n\n`;
const messages = (unit: string): [where: string, raw: string][] => {
  const filled = `x${unit.repeat(Math.ceil(40_000 / unit.length))}x`;
  return [
    ['a text', `${head('text/plain; charset=utf-8')}${filled}`],
    ['HTML', `${head('text/html; charset=utf-8')}${filled}`],
    ['parts', `${head('multipart/mixed; boundary=b')}${filled}`],
    [
      'a report',
      `${head('multipart/report; boundary=b')}--b\nContent-Type: message/delivery-status\n\n${filled}`,
    ],
    [
      'what a report carries',
      `${head('multipart/report; boundary=b')}--b\n\n550 x\n--b\nContent-Type: message/rfc822\n\n${filled}`,
    ],
    ['a header', `References: ${filled.replaceAll('\n', ' ')}\n${head('text/plain')}x`],
    ['its recipients', `To: ${filled.replaceAll('\n', ' ')}\n${head('text/plain')}x`],
    ['what is signed', `${head('application/pkcs7-mime')}${filled}`],
    ['the type', `${head(`multipart/report;${filled.replaceAll('\n', ' ')}`)}x`],
  ];
};

test.each(units.map((unit) => [JSON.stringify(unit), unit]))('of %s', async (_, unit) => {
  const slow: string[] = [];
  for (const [where, raw] of messages(unit)) {
    const took = await leastBusyMs(allowedMs, async () => {
      // as a report, and as an answer
      for (const from of ['MAILER-DAEMON@x.example', 'johanna@mail.example']) {
        const head = readHead(Buffer.from(crlf(raw.replace('MAILER-DAEMON@x.example', from))), host);
        if (head) await readMessage({ ...head, host, ours });
      }
    });
    if (took > allowedMs) slow.push(`${where}: ${took.toFixed(0)} ms`);
  }
  expect(slow).toEqual([]);
});

test('of HTML only so deep is read', () => {
  expect(htmlText(`${'<div>'.repeat(20)}oben${'<div>'.repeat(20)}unten`).trim()).toBe('oben');
});

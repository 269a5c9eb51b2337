/** Answers as mail programs write them: their structure is real, their words are our own. */
import { crlf } from './report';

/** `messageId`: of the mail that is answered, with its angle brackets. */
type Replied = { messageId: string; from: string };

const header = (
  { messageId, from }: Replied,
  name: string = crypto.randomUUID(),
) => `From: "Johanna Sommer" <${from}>
To: Sattelfest <post@sattelfest.example>
Subject: Re: Eine Frage
Date: Fri, 20 Nov 2026 11:12:13 +0100
Message-ID: <${name}@mail.example>
In-Reply-To: ${messageId}
References: ${messageId}
MIME-Version: 1.0
`;

const base64 = (text: string) =>
  Buffer.from(text)
    .toString('base64')
    .replace(/.{76}/g, (line) => `${line}\n`);

const plain =
  (text: string, more = '', name?: string) =>
  (replied: Replied) =>
    crlf(`
${header(replied, name)}Content-Type: text/plain; charset=UTF-8${more}
Content-Transfer-Encoding: 8bit

${text}
`);

const html = (text: string) => (replied: Replied) =>
  crlf(`
${header(replied)}Content-Type: text/html; charset=UTF-8
Content-Transfer-Encoding: base64

${base64(text)}
`);

const both = (text: string, markup: string) => (replied: Replied) =>
  crlf(`
${header(replied)}Content-Type: multipart/alternative; boundary="b1"

--b1
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

${base64(text)}
--b1
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

${base64(markup)}
--b1--
`);

const own = 'Guten Tag,\n\nja, er ist kerngesund.\n\nViele Grüße\nJohanna Sommer';
const ownHtml = own
  .split('\n')
  .map((line) => `<div>${line || '<br>'}</div>`)
  .join('');
const marked = '> Guten Tag Frau Sommer,\n>\n> ist das Pferd gesund?\n> Bitte antworten Sie.';
const quoted = '<div>Guten Tag Frau Sommer,<br><br>ist das Pferd gesund?<br>Bitte antworten Sie.</div>';
const unmarked = 'Guten Tag Frau Sommer,\n\nist das Pferd gesund?\nBitte antworten Sie.';

/** The texts of programs. Above their quotation, each says `own` where `others` has nothing else. */
const texts: Record<string, string> = {
  'Thunderbird, below the quotation': `Am 20.11.26 um 10:00 schrieb Sattelfest:\n${marked}\n\n${own}\n`,
  'iPhone, English': `${own}\n\nSent from my iPhone\n\n> On 20 Nov 2026, at 10:00, Sattelfest <post@sattelfest.example> wrote:\n> \n${marked}`,
  Outlook: `${own}\n\n-----Ursprüngliche Nachricht-----\nVon: Sattelfest <post@sattelfest.example> \nGesendet: Freitag, 20. November 2026 10:00\nAn: johanna.sommer@mail.example\nBetreff: Eine Frage\n\n${unmarked}`,
  'Outlook, without a line above the header': `${own}\n\nVon: Sattelfest <post@sattelfest.example>\nGesendet: Freitag, 20. November 2026 10:00\nAn: Johanna Sommer <johanna.sommer@mail.example>\nBetreff: Eine Frage\n\n${unmarked}`,
  'Gmail, English': `${own}\n\nOn Fri, Nov 20, 2026 at 10:00 AM Sattelfest <post@sattelfest.example>\nwrote:\n\n${marked}\n`,
  'GMX on the web, as text': `${own}\n\n\nGesendet: Freitag, 20. November 2026 um 10:00 Uhr\nVon: "Sattelfest" <post@sattelfest.example>\nAn: johanna.sommer@mail.example\nBetreff: Eine Frage\n\n${unmarked}`,
  'Yahoo, which marks nothing': `${own}\n\n  Am Freitag, 20. November 2026 um 10:00:00 MEZ hat Sattelfest <post@sattelfest.example> Folgendes geschrieben:\n\n${unmarked}`,
  'a telephone with Android': `${own}\n\n-------- Ursprüngliche Nachricht --------\nVon: Sattelfest <post@sattelfest.example>\nDatum: 20.11.26 10:00 (GMT+01:00)\nAn: johanna.sommer@mail.example\nBetreff: Eine Frage\n\n${unmarked}`,
  'somebody who answers below each sentence': `Hallo,\n\nAm 20.11.26 um 10:00 schrieb Sattelfest:\n> Ist das Pferd gesund?\n\nJa.\n\n> Wie alt ist es?\n> Und wie groß?\n\nAcht Jahre, 1,62 m.\n\n> Bitte antworten Sie.\n`,
  'somebody who quotes a sentence of another person': `Mein Tierarzt schrieb: alles gut.\nAm 3. Mai 2026 um 10:00 Uhr schrieb er mir das auch:\nDer Befund ist > 5 mm, also a > b.\n> 500 Euro kostet das nicht.\nVon: hier bis dort sind es 3 km.`,
  'somebody who quotes one line alone': 'Ja.\n\n> Ist das Pferd gesund?\n',
  'somebody who answers below one line': '> Ist das Pferd gesund?\nJa.\n',
  'somebody who writes nothing': `Am 20.11.26 um 10:00 schrieb Sattelfest:\n${marked}`,
};
const flowed: Record<string, string> = {
  Thunderbird: `${own}\n\nAm 20.11.26 um 10:00 schrieb Sattelfest:\n${marked}`,
  'Thunderbird, English': `${own}\n\nOn 11/20/26 10:00, Sattelfest wrote:\n${marked}`,
};
const pages: Record<string, string> = {
  'Thunderbird, with HTML': `<html><head><style>p { color: red }</style></head><body><p>Guten Tag,</p><p>ja, er ist kerngesund.</p>
<p>Viele Grüße<br>Johanna Sommer</p><div class="moz-cite-prefix">Am 20.11.26 um 10:00 schrieb Sattelfest:<br></div>
<blockquote type="cite" cite="mid:x@sattelfest.example">${quoted}</blockquote></body></html>`,
  'Outlook, with HTML': `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head>
<body lang="DE"><div class="WordSection1">${own
    .split('\n')
    .map((line) => `<p class="MsoNormal">${line || '<o:p>&nbsp;</o:p>'}</p>`)
    .join('')}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">
<p class="MsoNormal"><b>Von:</b> Sattelfest &lt;post@sattelfest.example&gt; <br><b>Gesendet:</b> Freitag, 20. November 2026 10:00<br>
<b>An:</b> johanna.sommer@mail.example<br><b>Betreff:</b> Eine Frage</p></div></div>${quoted}</div></body></html>`,
  'Outlook on the web, with HTML alone': `<html><body>${ownHtml}<div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font><b>Von:</b> Sattelfest &lt;post@sattelfest.example&gt;<br><b>Gesendet:</b> Freitag, 20. November 2026 10:00<br><b>An:</b> Johanna Sommer<br><b>Betreff:</b> Eine Frage</font><div>&nbsp;</div></div>${quoted}</body></html>`,
  'Gmail, with HTML alone': `<div dir="ltr">${ownHtml}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Am Fr., 20. Nov. 2026 um 10:00&nbsp;Uhr schrieb Sattelfest &lt;<a href="mailto:post@sattelfest.example">post@sattelfest.example</a>&gt;:<br></div><blockquote class="gmail_quote" style="margin:0px">${quoted}</blockquote></div>`,
  'GMX on the web': `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">${ownHtml}<div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Freitag, 20. November 2026 um 10:00 Uhr<br/><b>Von:</b>&nbsp;"Sattelfest" &lt;post@sattelfest.example&gt;<br/><b>An:</b>&nbsp;johanna.sommer@mail.example<br/><b>Betreff:</b>&nbsp;Eine Frage</div><div name="quoted-content">${quoted}</div></div></div></div></body></html>`,
};
const pairs: Record<string, [text: string, page: string]> = {
  'Apple Mail': [
    `${own}\n\n> Am 20.11.2026 um 10:00 schrieb Sattelfest <post@sattelfest.example>:\n> \n${marked}\n`,
    `<html><body>${ownHtml}<div><blockquote type="cite">${quoted}</blockquote></div></body></html>`,
  ],
  iPhone: [
    `${own}\n\nVon meinem iPhone gesendet\n\n> Am 20.11.2026 um 10:00 schrieb Sattelfest <post@sattelfest.example>:\n> \n> ﻿${marked.slice(2)}\n`,
    `<html><body>${ownHtml}</body></html>`,
  ],
  'Outlook on the web': [
    `${own}\n________________________________\nFrom: Sattelfest <post@sattelfest.example>\nSent: Friday, November 20, 2026 10:00 AM\nTo: Johanna Sommer <johanna.sommer@mail.example>\nSubject: Eine Frage\n\n${unmarked}`,
    `<html><body>${ownHtml}<div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Sattelfest</div>${quoted}</body></html>`,
  ],
  Gmail: [
    `${own}\n\nAm Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Sattelfest <\npost@sattelfest.example>:\n\n${marked}\n`,
    '',
  ],
};
const others: Record<string, string> = {
  iPhone: `${own}\n\nVon meinem iPhone gesendet`,
  'iPhone, English': `${own}\n\nSent from my iPhone`,
  'Outlook, with HTML': own.replace('Grüße', 'Grüße\n'),
  'somebody who answers below each sentence': 'Hallo,\n\nJa.\n\nAcht Jahre, 1,62 m.',
  'somebody who quotes a sentence of another person': `Mein Tierarzt schrieb: alles gut.\nAm 3. Mai 2026 um 10:00 Uhr schrieb er mir das auch:\nDer Befund ist > 5 mm, also a > b.\n> 500 Euro kostet das nicht.\nVon: hier bis dort sind es 3 km.`,
  'somebody who quotes one line alone': 'Ja.',
  'somebody who answers below one line': 'Ja.',
  'somebody who writes nothing': '(ohne Text)',
};

type Writer = [program: string, write: (replied: Replied) => string];
const writers: Writer[] = [
  ...Object.entries(texts).map(([program, text]): Writer => [program, plain(text)]),
  ...Object.entries(flowed).map(([program, text]): Writer => [program, plain(text, '; format=flowed')]),
  ...Object.entries(pages).map(([program, page]): Writer => [program, html(page)]),
  ...Object.entries(pairs).map(([program, pair]): Writer => [program, both(...pair)]),
];
export const programs = writers.map(([program, write]) => [program, write, others[program] ?? own] as const);

type Written = Partial<Replied> & { text?: string; head?: string; name?: string };

/** One of a program that matters less than what is said. */
export function answerTo(messageId: string, written: Written = {}) {
  const { from = 'johanna.sommer@mail.example', text = own, head = '', name } = written;
  return plain(text, '', name)({ messageId, from }).replace('MIME-Version', `${crlf(head)}MIME-Version`);
}

const attached = (type: string, disposition: string, content: string) =>
  `Content-Type: ${type}\nContent-Disposition: ${disposition}\nContent-Transfer-Encoding: base64\n\n${content}`;

/** With a photo, a picture of the signature, and a certificate. */
export const withAttachments = ({ messageId, from }: Replied) =>
  crlf(`
${header({ messageId, from }, 'files')}Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/related; boundary=r

--r
Content-Type: text/html; charset=utf-8

<p>Hier das Foto.</p><img src="cid:logo@x">
--r
${attached('image/png; name=image001.png\nContent-ID: <logo@x>', 'inline; filename=image001.png', 'iVBORw0KGgo=')}
--r--
--m
${attached('image/jpeg; name="IMG_0123.jpg"', 'inline; filename="IMG_0123.jpg"', '/9j/4AAQ')}
--m
${attached('application/pdf', 'attachment; filename="Befund.pdf"', 'JVBERi0xLjcK')}
--m
${attached('application/pkcs7-signature; name=smime.p7s', 'attachment; filename=smime.p7s', 'MIIB')}
--m--
`);

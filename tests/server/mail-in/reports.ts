/** Failure reports as mail servers write them: their structure is real, their words are our own. */
import { crlf, headerOf, original, report, type Sent } from './report';

const carry = (type: string, text: string) => `Content-Type: ${type}\n\n${text}`;

const postfix = (sent: Sent) =>
  report({
    words: `<${sent.to}>: host mail.example[192.0.2.7] said: 550 5.1.1 <${sent.to}>: User unknown`,
    status: `Reporting-MTA: dns; mx.provider.example
Arrival-Date: Fri, 20 Nov 2026 09:01:00 +0000 (UTC)

Final-Recipient: rfc822; ${sent.to}
Original-Recipient: rfc822;${sent.to}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.example
Diagnostic-Code: smtp; 550 5.1.1 <${sent.to}>: Recipient address rejected:
    User unknown in virtual mailbox table`,
    carried: carry('message/rfc822', original(sent)),
  });

/** Only the header comes back. */
const postfixHeader = (sent: Sent) =>
  report({
    words: 'The mailbox is over its quota.',
    status: `Reporting-MTA: dns; mx.provider.example

Final-Recipient: rfc822; ${sent.to}
Action: failed
Status: 4.2.2
Diagnostic-Code: smtp; 452 4.2.2 Mailbox full`,
    carried: carry('text/rfc822-headers', headerOf(sent)),
  });

const exchange = (sent: Sent) =>
  report({
    head: `X-MS-Exchange-Message-Is-Ndr:
Content-Language: de-DE
In-Reply-To: ${sent.messageId}
References: ${sent.messageId}
`,
    wordsType: 'text/html; charset="utf-8"\nContent-Transfer-Encoding: base64',
    words: Buffer.from(
      `<html><body><p>Ihre Nachricht an ${sent.to} konnte nicht zugestellt werden.</p></body></html>`,
    ).toString('base64'),
    status: `Reporting-MTA: dns;AM0PR01MB0001.eurprd01.prod.exchangelabs.example

Final-Recipient: rfc822;${sent.to}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${sent.to} not found by SMTP address lookup`,
    carried: `Content-Type: message/rfc822

Received: from AM0PR01MB0001.eurprd01.prod.exchangelabs.example
${original(sent)}`,
  });

/** On premises: the original is left out, and only the header of the report names it. */
const exchangeWithout = (sent: Sent) =>
  report({
    head: `In-Reply-To: ${sent.messageId}\n`,
    words: 'Delivery has failed to these recipients.',
    status: `Reporting-MTA: dns;ex1.firma.example

Final-recipient: RFC822; ${sent.to}
Action: failed
Status: 5.7.1
X-Supplementary-Info: <ex1.firma.example #5.7.1 smtp;550 5.7.1 message refused>`,
    carried: 'Content-Type: text/rfc822-headers\n\nSubject: Ihr Antrag ist eingegangen',
  });

const gmail = (sent: Sent) =>
  report({
    head: `X-Failed-Recipients: ${sent.to}
References: ${sent.messageId}
In-Reply-To: ${sent.messageId}
`,
    words: `** Address not found **

Your message wasn't delivered to ${sent.to} because the address couldn't be found.`,
    status: `Reporting-MTA: dns; googlemail.com
X-Original-Message-ID: ${sent.messageId}

Final-Recipient: rfc822; ${sent.to}
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (2001:db8::1a, the server for the domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1 unnecessary spaces.
Last-Attempt-Date: Fri, 20 Nov 2026 01:01:02 -0800 (PST)`,
    carried: carry('message/rfc822', headerOf(sent)),
  });

const gmx = (sent: Sent) =>
  report({
    words: `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of
its recipients. This is a permanent error. The following address
failed:

${sent.to}:
SMTP error from remote server for RCPT TO command, host: mx00.gmx.example (192.0.2.5) reason: 550-Requested action not taken: mailbox unavailable`,
    status: `Reporting-MTA: dns;mout.gmx.example

Final-Recipient: rfc822;${sent.to}
Action: failed
Status: 5.0.0
Remote-MTA: dns;mx00.gmx.example
Diagnostic-Code: smtp;550 Requested action not taken: mailbox unavailable`,
    carried: carry('message/rfc822', headerOf(sent)),
  });

/** In words only, and no `multipart/report` at all. */
const ionos = (sent: Sent) =>
  crlf(`
Return-Path: <>
From: Mail Delivery System <mailer-daemon@kundenserver.example>
To: post@sattelfest.example
Subject: Mail delivery failed: returning message to sender
Message-ID: <0M1x2y-1abcdef@mout.kundenserver.example>
Auto-Submitted: auto-replied
Content-Type: text/plain; charset=utf-8

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. The following addresses failed:

${sent.to}:
SMTP error from remote server for RCPT TO command, host: mx.mail.example (192.0.2.9) reason: 550 5.2.1 mailbox disabled

--- The header of the original message is following. ---

${headerOf(sent)}
`);

const ses = (sent: Sent) =>
  report({
    words: `An error occurred while trying to deliver the mail to the following recipients:
${sent.to}`,
    status: `Reporting-MTA: dns; a8-50.smtp-out.amazonses.example

Action: failed
Final-Recipient: rfc822; ${sent.to}
Diagnostic-Code: smtp; 550 5.4.4 Invalid domain
Status: 5.4.4`,
    carried: carry('message/rfc822', original(sent)),
  });

/** A `multipart/report` that no program can read. */
const wordsOnly = (sent: Sent) =>
  crlf(`
From: postmaster@firma.example
To: post@sattelfest.example
Subject: Unzustellbar
Message-ID: <1@firma.example>
Content-Type: multipart/report; boundary=x

--x
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Die Nachricht wurde zur=FCckgewiesen (5.7.26).

--x
Content-Type: message/rfc822

${original(sent)}
--x--
`);

/** One of several addresses behind it failed; cut off in the middle of the original. */
const several = (sent: Sent) => {
  const whole = report({
    words: 'Eine Adresse nahm die Nachricht nicht an.',
    status: `Reporting-MTA: dns; mx.provider.example

Final-Recipient: rfc822; eine@weiter.example
Action: relayed
Status: 2.0.0

Final-Recipient: rfc822; andere@weiter.example
Action: failed
Status: 5.3.4`,
    carried: carry('message/rfc822', original(sent)),
  });
  return whole.slice(0, whole.indexOf('Date: Fri, 20 Nov 2026 09:00:00'));
};

export const failures: [server: string, write: (sent: Sent) => string, code: string | null][] = [
  ['Postfix', postfix, '5.1.1'],
  ['Postfix, with the header alone', postfixHeader, '4.2.2'],
  ['Microsoft 365', exchange, '5.1.10'],
  ['Exchange, without the original', exchangeWithout, '5.7.1'],
  ['Gmail', gmail, '5.1.1'],
  ['GMX', gmx, '5.0.0'],
  ['IONOS, in words', ionos, '5.2.1'],
  ['Amazon SES', ses, '5.4.4'],
  ['a server that writes words only', wordsOnly, '5.7.26'],
  ['a server that cuts what it returns', several, '5.3.4'],
];

export const delayed = (sent: Sent) =>
  report({
    words: 'Your message has not been delivered yet. You need not send it again.',
    status: `Reporting-MTA: dns; mx.provider.example

Final-Recipient: rfc822; ${sent.to}
Action: delayed
Status: 4.4.1
Will-Retry-Until: Wed, 25 Nov 2026 09:01:00 +0000`,
    carried: carry('text/rfc822-headers', headerOf(sent)),
  });

/** Our mail is only what the mail answered that came back. */
export const aboutAnother = (sent: Sent) =>
  postfix({ ...sent, messageId: `<fremd@anderswo.example>\nReferences: ${sent.messageId}` });

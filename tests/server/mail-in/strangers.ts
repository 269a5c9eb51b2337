/** Messages that are not about our mails, as they arrive in every mailbox: 200 of them. */
import { sql } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { contentsOf } from '#tests/server/features/backoffice/contents';
import { openPost } from './post';
import { answerTo, programs } from './replies';
import { crlf, report } from './report';
import { delayed, failures } from './reports';

const host = 'sattelfest.example';
const to = 'johanna.sommer@mail.example';
const foreign = (index: number) => `<CAF${index}=xyz@mail.anderswo.example>`;
/** As one of ours, which it is not. */
const invented = () => `<${crypto.randomUUID()}@${host}>`;
const otherHost = (mailId: string) => `<${mailId}@evil.${host}>`;

const head = (index: number, more = '') => `From: Jemand <jemand${index}@anderswo.example>
To: post@${host}
Subject: Nachricht ${index}
Message-ID: ${foreign(index)}
${more}MIME-Version: 1.0
`;

const newsletter = (index: number) =>
  crlf(`
${head(index, `List-Id: <stallpost.example>\nList-Unsubscribe: <https://stallpost.example/u>\nPrecedence: bulk\n`)}Content-Type: text/html; charset=utf-8

<html><body><h1>Angebote der Woche</h1><p>Decken ab 19,90 €</p></body></html>`);

const absence = (index: number) =>
  crlf(`
${head(index, `Auto-Submitted: auto-replied\nIn-Reply-To: ${foreign(index + 1)}\n`)}Content-Type: text/plain

Ich bin bis zum ${index + 1}. nicht im Büro.`);

const invitation = (index: number) =>
  crlf(`
${head(index)}Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain

Termin
--c
Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
METHOD:REQUEST
BEGIN:VEVENT
UID:${index}@anderswo.example
END:VEVENT
END:VCALENDAR
--c--`);

const spam = (index: number) =>
  crlf(`
${head(index)}Content-Type: text/html; charset="x-unknown-${index}"
Content-Transfer-Encoding: base64

!!!kein base64!!! ${'Gewinn '.repeat(index)}`);

const wrongCharset = (index: number) =>
  Buffer.concat([
    Buffer.from(crlf(`\n${head(index)}Content-Type: text/plain; charset=us-ascii\n\n`)),
    Buffer.from(Array.from({ length: 256 }, (_, byte) => (byte * (index + 1)) % 256)),
  ]);

const broken: ((index: number) => string)[] = [
  (index) => crlf(`\n${head(index)}Content-Type: multipart/mixed; boundary="\n\n--\n--\n`),
  (index) => crlf(`\n${head(index)}Content-Type: multipart/report\n\nNichts`),
  (index) =>
    crlf(`\n${head(index)}Content-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\n`),
  (index) => `${head(index)}\n\n`,
  (index) => `Subject: =?utf-8?Q?${'=F0'.repeat(index)}?= =?x?y?z?=\n\n`,
  (index) =>
    crlf(`\n${head(index)}${'Content-Type: multipart/mixed; boundary=x\n\n--x\n'.repeat(40 + index)}`),
  (index) => `X: ${'y'.repeat(10_000 * (index + 1))}`,
  (index) =>
    `In-Reply-To: ${'<'.repeat(5_000)}\nReferences: ${`${invented()} `.repeat(index + 1)}\nFrom: ,,;<>@\n\n\u0000`,
];

const large = (index: number) => {
  const begin = crlf(`\n${head(index)}Content-Type: text/html; charset=utf-8\n\n`);
  const tags = ['<div>', '<blockquote>', '<p>&nbsp;</p>\r\n', '<table><tr><td>', '> schrieb\r\n', '\r\n'];
  const tag = tags[index % tags.length] ?? '';
  return (begin + tag.repeat(2 * 1024 * 1024)).slice(0, 2 * 1024 * 1024);
};

/** With an id that nobody has, that of a mail on another host, or ours in a place that says nothing. */
const forged = (mailId: string) => (index: number) => {
  const [, write] = failures[index % failures.length] ?? ['', delayed];
  const messageId = [foreign(index), invented(), otherHost(mailId), `<x${mailId}@${host}>`][index % 4] ?? '';
  return write({ messageId, to });
};
const answers = (mailId: string) => (index: number) => {
  const [, write] = programs[index % programs.length] ?? ['', () => ''];
  const messageId =
    [foreign(index), invented(), otherHost(mailId), `<${mailId}@${host}.example>`][index % 4] ?? '';
  return write({ messageId, from: to });
};
const inWords = (mailId: string) => (index: number) =>
  index % 2 === 0
    ? answerTo(foreign(index), { text: `Betrifft ${mailId}@${host} und <${mailId}@${host}>` })
    : report({
        words: `Unknown mail <${mailId}@${host}>.`,
        status: `Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ${to}\nAction: failed\nStatus: 5.1.1`,
        carried: `Content-Type: message/rfc822\n\nMessage-ID: ${foreign(index)}\nReferences: <${mailId}@${host}>\n`,
      });

/** `mailId`: of a mail of ours, which some of them name in vain. */
function strangersOf(mailId: string): (string | Uint8Array<ArrayBuffer>)[] {
  const kinds: [count: number, write: (index: number) => string | Uint8Array<ArrayBuffer>][] = [
    [20, newsletter],
    [20, absence],
    [15, invitation],
    [20, spam],
    [15, wrongCharset],
    ...broken.map((write) => [4, write] as [number, typeof write]),
    [6, large],
    [40, forged(mailId)],
    [22, answers(mailId)],
    [10, inWords(mailId)],
  ];
  return kinds.flatMap(([count, write]) => Array.from({ length: count }, (_, index) => write(index)));
}

/** Hands over every so many-th of them; says what was answered, and what is not as it was before. */
export async function handOver(every: number) {
  const { app, deliver, mailOf } = await openPost();
  const lines: string[] = [];
  app.context.log = (_, event) => {
    // of the call itself, with its route and status
    if (event !== 'request') lines.push(event);
  };
  const messages = strangersOf((await mailOf('completion')).id).filter((_, place) => place % every === 0);
  const woken = app.woken.count;
  const before = await contentsOf(app);
  const statuses = new Set<number>();
  for (const message of messages) statuses.add(await deliver(message));
  const after = await contentsOf(app);
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  return { messages: messages.length, statuses, changed, lines, woken: app.woken.count - woken };
}

/** Hands over so many reports about as many mails; says what was answered, and whether these mails came back. */
export async function reportAll(count: number) {
  const { app, comeBack, mailOf } = await openPost();
  const sample = await mailOf('completion');
  const copies = Array.from({ length: count }, () => ({ ...sample, id: crypto.randomUUID() }));
  await app.db.write((tx) => tx.insert(outbox).values(copies));
  const statuses = await Promise.all(copies.map(({ id }) => comeBack(id)));
  const bounced = await app.db.read.select().from(outbox).where(sql`${outbox.status} = 'bounced'`);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();
  return { statuses: new Set(statuses), bounced: ids(bounced), reported: ids(copies) };
}

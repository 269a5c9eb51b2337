import { exampleSite } from '#emails/render.tsx';
import { readHead } from '#server/mail-in/head';
import { readMessage } from '#server/mail-in/message';
import { oursOf } from '#server/mail-in/quotes';
import { median, repeat } from '../rounds';
import { atMost, type Group } from '../row';

const rounds = 5;
const mostTimes = 3;
const bytes = 2 * 1024 * 1024;
const ours = oursOf(exampleSite.operator);
const filled = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const message = (head: string, body: string) => `From: a@post.example\r\n${head}\r\n\r\n${body}`;

const harmless = message('Subject: x', filled('Guten Tag, meinem Pferd geht es gut.\r\n', bytes));
/** What a review found to cost most, each as long as a harmless one may be. */
const hostile: [name: string, raw: string][] = [
  ['recipients', message(`To: ${filled('a@b.example, ', bytes)}`, 'Ja.')],
  ['header fields', message(filled('X: y\r\n', bytes).trimEnd(), 'Ja.')],
  ['nested HTML', message('Content-Type: text/html', filled('<blockquote>', 1140) + filled('<p>a', bytes))],
  ['parts', message('Content-Type: multipart/mixed; boundary=b', filled('--b\r\n\r\nx\r\n', bytes))],
  ['a signature', message('Content-Type: application/pkcs7-mime', filled('0\u0080', bytes))],
];

/** A stranger chooses the length of a mail, and not what a byte of it costs. */
export const arrivingMail: Group = {
  name: 'arriving mail',
  async measure() {
    const usual = await costOf(harmless);
    const rows = [];
    for (const [name, raw] of hostile)
      rows.push(
        atMost(mostTimes, {
          name: `processor time of a mail of 2 MiB: ${name}`,
          value: (await costOf(raw)) / usual,
          unit: '×',
          digits: 1,
        }),
      );
    return rows;
  },
};

/** In ms of the processor. */
async function costOf(raw: string): Promise<number> {
  const costs = await repeat(1 + rounds, async () => {
    const begun = process.cpuUsage();
    const head = readHead(Buffer.from(raw, 'latin1'), 'post.example');
    if (head) await readMessage({ ...head, host: 'post.example', ours });
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  });
  return median(costs.slice(1));
}

/**
 * The process that sends mails is killed between and during deliveries, also while a mail goes in parts. Only the worker
 * runs here, because the whole server takes longer to start: it is the server's own one with its lease, database file
 * and mailer. `completed-mails.test.ts` kills the whole server.
 */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase } from '#db/open';
import { outbox } from '#db/schema/mails';
import { parallelDeliveries } from '#server/mails/transport';
import { newFolder, newMailServer } from '#tests/faults/support/processes';
import { createEmpty } from '#tests/faults/support/saved-applications';
import { type RunningScript, startScript } from '#tests/faults/support/scripts';
import type { MailServer } from '#tests/support/smtp';

setDefaultTimeout(240_000);

const each = 3;
const files = ['1.pdf', '2.pdf', '3.pdf'];

type Gate = ReturnType<MailServer['hold']>;
type Scene = { worker: RunningScript; first: Gate; hold: () => Gate };
/** `held`: the mail server does not reply to the first mail. */
type Moment = [name: string, held: boolean, moment: (scene: Scene) => Promise<unknown>];

const whole: Moment[] = [
  ['before the reply to a mail', true, ({ first }) => first.reached],
  ['between two mails', false, ({ worker }) => worker.printed('mail_sent')],
  ['before the first', false, ({ worker }) => worker.printed('queued')],
  ['after the last', false, ({ worker }) => worker.printed('mail_sent', each)],
];
const divided: Moment[] = [
  ['before it is divided', true, ({ worker }) => worker.printed('queued')],
  ['when it has just been divided', true, ({ first }) => first.reached],
  [
    'between the first part and the others',
    true,
    async ({ first, hold, worker }) => {
      await first.reached;
      hold();
      first.release();
      await worker.printed('mail_sent');
    },
  ],
  [
    'while the second part is taken',
    true,
    async ({ first, hold }) => {
      await first.reached;
      const { reached } = hold();
      first.release();
      await reached;
    },
  ],
];

/** A database and a mail server. Each mail has so many files, of which one fills a mail. */
async function open(filesOfMail: number) {
  const server = await newMailServer();
  const file = join(await newFolder(), 'app.db');
  await createEmpty(file);
  const url = `file:${file}`;
  const run = (count: number) =>
    startScript('tests/faults/support/mail-worker.ts', [
      ...[url, server.url],
      ...[String(count), String(filesOfMail)],
    ]);
  return {
    server,
    /** A worker queues `count` mails, and is killed. */
    async kill(count: number, [, held, moment]: Moment): Promise<void> {
      const gates: Gate[] = [];
      const hold = () => {
        const gate = server.hold();
        gates.push(gate);
        return gate;
      };
      const first = held ? hold() : { reached: Promise.resolve(), release() {} };
      const worker = await run(count);
      await Promise.race([moment({ worker, first, hold }), worker.died()]);
      await worker.kill();
      for (const { release } of gates) release();
    },
    /** A last worker delivers the rest. Returns the rows of the mails when `count` of them have arrived. */
    async deliverRest(count: number) {
      const last = await run(0);
      const arrived = async () => {
        while (new Set(server.mails.map(({ email }) => email.messageId)).size < count)
          await server.received(server.mails.length + 1, 60_000);
      };
      await Promise.race([arrived(), last.died()]);
      await last.kill();
      const db = await openDatabase({ url });
      const rows = await db.read.select().from(outbox);
      await db.close();
      // one Message-ID for each row: a mail that arrived twice has it twice
      const ids = new Set(server.mails.map(({ email }) => email.messageId ?? ''));
      expect([...ids].toSorted()).toEqual(rows.map(({ id }) => `<${id}@sattelfest.example>`).toSorted());
      expect(rows).toHaveLength(count);
      return rows;
    },
  };
}

test('killed at each moment again and again: no mail is lost, and only those being sent arrive twice', async () => {
  // in parallel, each with its own database and mail server: most of the time is spent starting processes
  const lanes = whole.map(async (_, lane) => {
    const { server, kill, deliverRest } = await open(0);
    const moments = [...whole.slice(lane), ...whole.slice(0, lane), ...whole.slice(2, 3)];
    for (const moment of moments) await kill(each, moment);
    const queued = each * moments.length;
    await deliverRest(queued);
    expect(server.mails.length - queued).toBeLessThanOrEqual(moments.length * parallelDeliveries);
  });
  await Promise.all(lanes);
});

test.each(divided)('killed %s: no part is lost, and none has another id', async (name, held, moment) => {
  const { server, kill, deliverRest } = await open(files.length);
  await kill(1, [name, held, moment]);
  const rows = await deliverRest(files.length);
  expect(rows.map(({ part }) => part?.number).toSorted()).toEqual([1, 2, 3]);
  const sent = new Map(
    server.mails.map(({ email }) => [email.messageId, email.attachments.map(({ filename }) => filename)]),
  );
  expect([...sent.values()].toSorted()).toEqual(files.map((name) => [name]));
});

/** The process that delivers is killed a hundred times, between and during its sends. */
import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase } from '#db/client';
import { migrateDatabase } from '#db/migrate';
import { outbox } from '#db/schema';
import { parallelDeliveries } from '#server/mail/transport';
import { root } from '#tests/support/server';
import { type MailServer, startMailServer } from '#tests/support/smtp';
import { endAll, newFolder } from './support/processes';

const kills = 100;
const each = 3;

/** Workers side by side, each with files and a mail server of its own: most of the time goes into starting processes. */
const lanes = 4;

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  await endAll();
});

/**
 * The kill falls, in turn, before the answer to a mail, between two mails, before the first, and after the last.
 * What is killed is the worker alone, not the server around it, which would take a second to start a hundred times.
 * Nothing that could lose a mail is left out: it is the worker of the server, with its lease, its database file and
 * its mailer, and the mail is in the file before the worker knows of it. The whole server is killed in
 * `completion.test.ts`.
 */
test(`${kills} kills lose no mail, and repeat only mails that were on their way, under the same Message-ID`, async () => {
  const outcomes = await Promise.all(Array.from({ length: lanes }, () => killTimes(kills / lanes)));
  const sum = (of: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const [queued, lost, duplicates] = [
    sum((one) => one.queued),
    sum((one) => one.lost.length),
    sum((one) => one.duplicates),
  ];
  console.log(`${kills} kills, ${queued} mails: ${lost} lost, ${duplicates} twice`);
  expect(outcomes.flatMap((one) => one.lost)).toEqual([]);
  // every Message-ID is that of a row: a duplicate under another id would be one too many
  expect([queued, sum((one) => one.arrived)]).toEqual([kills * each, kills * each]);
  // a kill falls on what is on its way then; how much that is depends on the machine's speed
  expect(duplicates).toBeLessThanOrEqual(kills * parallelDeliveries);
}, 240_000);

/** Kills one worker after the other, then lets a last one deliver what is left. */
async function killTimes(times: number) {
  const server = await startMailServer();
  endings.push(server.stop);
  const url = `file:${join(await newFolder(), 'app.db')}`;
  const db = await openDatabase({ url });
  await migrateDatabase(db, join(root, 'db/migrations'));
  await db.close();

  for (let count = 0; count < times; count += 1) {
    const held = count % 5 === 0 ? server.hold() : null;
    const worker = run(url, server, each);
    await untilSaid(worker, 'queued', 1);
    if (held) await Promise.race([held.reached, died(worker)]);
    if (count % 5 === 1) await untilSaid(worker, 'mail_sent', 1);
    if (count % 5 > 2) await untilSaid(worker, 'mail_sent', each);
    worker.child.kill('SIGKILL');
    await worker.child.exited;
    held?.release();
  }
  const last = run(url, server, 0);
  const ids = await Promise.race([untilAllArrived(server, times * each), died(last)]);
  last.child.kill('SIGKILL');
  await last.child.exited;

  const reopened = await openDatabase({ url });
  const queued = await reopened.read.select({ id: outbox.id }).from(outbox);
  await reopened.close();
  return {
    queued: queued.length,
    arrived: ids.size,
    lost: queued.filter(({ id }) => !ids.has(`<${id}@sattelfest.example>`)),
    duplicates: server.mails.length - ids.size,
  };
}

/** Starts the worker; what it said is kept, line by line. */
function run(url: string, server: MailServer, count: number) {
  const command = [
    process.execPath,
    join(import.meta.dir, 'support/mail-worker.ts'),
    url,
    server.url,
    String(count),
  ];
  const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' });
  endings.push(() => child.kill('SIGKILL'));
  const stderr = new Response(child.stderr).text();
  return { child, stderr, lines: linesOf(child.stdout) };
}

type Worker = ReturnType<typeof run>;

/** Resolves when the worker has said a line so many times from here on. */
async function untilSaid(worker: Worker, line: string, times: number): Promise<void> {
  for (let heard = 0; heard < times; ) {
    const { value, done } = await worker.lines.next();
    if (done) throw new Error(`The worker ended by itself: ${await worker.stderr}`);
    if (value === line) heard += 1;
  }
}

async function died({ child, stderr }: Worker): Promise<never> {
  await child.exited;
  throw new Error(`The worker ended by itself: ${await stderr}`);
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function untilAllArrived(server: MailServer, count: number): Promise<Set<string>> {
  for (;;) {
    const ids = new Set(server.mails.map(({ email }) => email.messageId ?? ''));
    if (ids.size >= count) return ids;
    await server.received(server.mails.length + 1, 60_000);
  }
}

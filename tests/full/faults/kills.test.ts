/** The process that sends mails is killed again and again, between and during deliveries. */
import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { outbox } from '#db/schema/mails';
import { parallelDeliveries } from '#server/mail/transport';
import { linesOf } from '#tests/db/support/processes';
import { bundled } from '#tests/faults/support/bundled';
import { endAll, newFolder } from '#tests/faults/support/processes';
import { root } from '#tests/support/server';
import { type MailServer, startMailServer } from '#tests/support/smtp';

// each moment in each lane
const kills = 20;
const each = 3;

/** Workers in parallel, each with its own database and mail server: most of the time is spent starting processes. */
const lanes = 4;

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  await endAll();
});

/**
 * The worker is killed, in turn, before the reply to a mail, between two mails, before the first and after the last.
 * Only the worker runs here, because the whole server takes a second to start. It is the server's own worker with its
 * lease, database file and mailer. `completion.test.ts` kills the whole server.
 */
test(`${kills} kills lose no mail, and only mails that were being sent arrive twice, with the same Message-ID`, async () => {
  const script = await bundled('tests/faults/support/mail-worker.ts');
  const outcomes = await Promise.all(Array.from({ length: lanes }, () => killTimes(script, kills / lanes)));
  const sum = (of: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const [queued, lost, duplicates] = [
    sum((one) => one.queued),
    sum((one) => one.lost.length),
    sum((one) => one.duplicates),
  ];
  console.log(`${kills} kills, ${queued} mails: ${lost} lost, ${duplicates} twice`);
  expect(outcomes.flatMap((one) => one.lost)).toEqual([]);
  // there is one Message-ID for each row: a duplicate with another id would exceed the count
  expect([queued, sum((one) => one.arrived)]).toEqual([kills * each, kills * each]);
  // a kill can only repeat the mails that are being sent at that moment
  expect(duplicates).toBeLessThanOrEqual(kills * parallelDeliveries);
}, 240_000);

/** Kills one worker after the other, then lets a last one deliver the rest. */
async function killTimes(script: string, times: number) {
  const server = await startMailServer();
  endings.push(server.stop);
  const url = `file:${join(await newFolder(), 'app.db')}`;
  const db = await openDatabase({ url });
  await migrateDatabase(db, join(root, 'db/migrations'));
  await db.close();

  for (let count = 0; count < times; count += 1) {
    const held = count % 5 === 0 ? server.hold() : null;
    const worker = run(script, url, server, each);
    await untilPrinted(worker, 'queued', 1);
    if (held) await Promise.race([held.reached, died(worker)]);
    if (count % 5 === 1) await untilPrinted(worker, 'mail_sent', 1);
    if (count % 5 > 2) await untilPrinted(worker, 'mail_sent', each);
    worker.child.kill('SIGKILL');
    await worker.child.exited;
    held?.release();
  }
  const last = run(script, url, server, 0);
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

/** Starts the worker. `lines` are the lines that it prints. */
function run(script: string, url: string, server: MailServer, count: number) {
  const command = [process.execPath, script, url, server.url, String(count)];
  const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' });
  endings.push(() => child.kill('SIGKILL'));
  const stderr = new Response(child.stderr).text();
  return { child, stderr, lines: linesOf(child.stdout) };
}

type Worker = ReturnType<typeof run>;

/** Resolves when the worker has printed this line `times` more times. */
async function untilPrinted(worker: Worker, line: string, times: number): Promise<void> {
  for (let printed = 0; printed < times; ) {
    const { value, done } = await worker.lines.next();
    if (done) throw new Error(`The worker ended unexpectedly: ${await worker.stderr}`);
    if (value === line) printed += 1;
  }
}

async function died({ child, stderr }: Worker): Promise<never> {
  await child.exited;
  throw new Error(`The worker ended unexpectedly: ${await stderr}`);
}

async function untilAllArrived(server: MailServer, count: number): Promise<Set<string>> {
  for (;;) {
    const ids = new Set(server.mails.map(({ email }) => email.messageId ?? ''));
    if (ids.size >= count) return ids;
    await server.received(server.mails.length + 1, 60_000);
  }
}

/** The process that sends mails is killed while a mail goes in parts. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { outbox } from '#db/schema/mails';
import { linesOf } from '#tests/db/support/processes';
import { bundled } from '#tests/faults/support/bundled';
import { endAll, newFolder, onEnd } from '#tests/faults/support/processes';
import { root } from '#tests/support/server';
import { type MailServer, startMailServer } from '#tests/support/smtp';

setDefaultTimeout(120_000);
afterEach(endAll);

const files = ['1.pdf', '2.pdf', '3.pdf'];

async function open() {
  const server = await startMailServer();
  onEnd(server.stop);
  const url = `file:${join(await newFolder(), 'app.db')}`;
  const db = await openDatabase({ url });
  await migrateDatabase(db, join(root, 'db/migrations'));
  await db.close();
  const script = await bundled('tests/faults/support/mail-worker.ts');
  const run = (count: number) => {
    const command = [process.execPath, script, url, server.url, String(count), String(files.length)];
    const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'inherit' });
    onEnd(async () => child.kill('SIGKILL'));
    const lines = linesOf(child.stdout);
    const printed = async (line: string) => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`The worker ended before ${line}`);
        if (value === line) return;
      }
    };
    const kill = async () => {
      child.kill('SIGKILL');
      await child.exited;
    };
    return { printed, kill };
  };
  return { server, url, run };
}

type Gate = ReturnType<MailServer['hold']>;
type Stage = { first: Gate; second: () => Gate; printed(line: string): Promise<void> };

test.each<[string, (stage: Stage) => Promise<unknown>]>([
  ['before it is divided', ({ printed }) => printed('queued')],
  ['when it has just been divided', ({ first }) => first.reached],
  [
    'between the first part and the others',
    async ({ first, second, printed }) => {
      await first.reached;
      second();
      first.release();
      await printed('mail_sent');
    },
  ],
  [
    'while the second part is taken',
    async ({ first, second }) => {
      await first.reached;
      const { reached } = second();
      first.release();
      await reached;
    },
  ],
])('%s: no part is lost, and none has another id', async (_, moment) => {
  const { server, url, run } = await open();
  const first = server.hold();
  const gates = [first];
  const second = () => {
    const gate = server.hold();
    gates.push(gate);
    return gate;
  };
  const { printed, kill } = run(1);
  await moment({ first, second, printed });
  await kill();
  for (const { release } of gates) release();
  const last = run(0);
  const filesOf = () =>
    new Map(
      server.mails.map(({ email }) => [email.messageId, email.attachments.map(({ filename }) => filename)]),
    );
  while (filesOf().size < files.length) await server.received(server.mails.length + 1, 60_000);
  await last.kill();
  expect([...filesOf().values()].toSorted()).toEqual(files.map((name) => [name]));
  const db = await openDatabase({ url });
  const rows = await db.read.select().from(outbox);
  await db.close();
  expect(rows.map(({ part }) => part?.number).toSorted()).toEqual([1, 2, 3]);
  const ids = rows.map(({ id }) => `<${id}@sattelfest.example>`);
  expect([...filesOf().keys()].toSorted()).toEqual(ids.toSorted());
});

/** Two servers on one database send each reminder once. */
import { afterEach, expect, test } from 'bun:test';
import { openDatabase } from '#db/client';
import { outbox } from '#db/schema';
import { scratch } from '#tests/db/support/processes';
import { abandon } from '#tests/support/abandoned';
import { type MailServer, startMailServer } from '#tests/support/smtp';
import { copyStaffedDatabase } from '#tests/support/template';
import { endAll, newFolder, start } from './support/processes';

const due = 200;

const here = scratch();
let mailServer: MailServer | undefined;
afterEach(async () => {
  await mailServer?.stop();
  mailServer = undefined;
  await endAll();
  await here.remove();
});

test(`two servers on one sqld send ${due} due reminders as ${due} mails`, async () => {
  const server = await startMailServer();
  mailServer = server;
  const { url } = await here.startSqldWith(copyStaffedDatabase);
  const db = await openDatabase({ url });
  await abandon(db, due, Date.now() - 48 * 3_600_000);

  const env = {
    DATABASE_URL: url,
    SMTP_URL: server.url,
    JWT_SECRET: 's'.repeat(32),
    DATA_KEY: Buffer.alloc(32).toString('base64'),
  };
  // both look for due reminders right after their start
  const both = await Promise.all([start(await newFolder(), env), start(await newFolder(), env)]);
  await server.received(due, 90_000);
  expect(await Promise.all(both.map((one) => one.kill('SIGTERM')))).toEqual([0, 0]);

  const shares = await Promise.all(
    both.map(async (one) => (await one.stderr()).split('"event":"mail_sent"').length - 1),
  );
  console.log(`two servers, ${due} due reminders: ${server.mails.length} mails, ${shares.join(' + ')}`);
  expect(server.mails).toHaveLength(due);
  expect(new Set(server.mails.flatMap(({ to }) => to)).size).toBe(due);
  expect(new Set(server.offered).size).toBe(due);
  const rows = await db.read.select().from(outbox);
  expect(rows).toHaveLength(due);
  for (const row of rows) {
    expect(row).toMatchObject({ status: 'sent', attempts: 1, emailType: 'reminder_first' });
  }
  await db.close();
}, 150_000);

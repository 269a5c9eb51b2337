/** Two servers on one database send each reminder once, automatically and by hand. */
import { afterEach, expect, test } from 'bun:test';
import { openDatabase } from '#db/open';
import { outbox } from '#db/schema/mails';
import { api, href } from '#domain/urls';
import { scratch } from '#tests/db/support/processes';
import { endAll, newFolder, start } from '#tests/faults/support/processes';
import { abandon } from '#tests/support/abandoned';
import { johanna } from '#tests/support/people';
import { type MailServer, startMailServer } from '#tests/support/smtp';
import { bearer, call, tokenOf } from '#tests/support/staff';
import { copyStaffedDatabase } from '#tests/support/template';

// more than two batches of the job
const due = 110;

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

test('the same reminder by five people at once, on two servers, goes out once', async () => {
  const server = await startMailServer();
  mailServer = server;
  const { url } = await here.startSqldWith(copyStaffedDatabase);
  const env = {
    DATABASE_URL: url,
    SMTP_URL: server.url,
    JWT_SECRET: 's'.repeat(32),
    DATA_KEY: Buffer.alloc(32).toString('base64'),
  };
  const [one, other] = await Promise.all([start(await newFolder(), env), start(await newFolder(), env)]);
  const id = crypto.randomUUID();
  await call(one.url, 'POST', href(api.set('contact-data'), { id }), johanna['contact-data']);
  const headers = bearer(await tokenOf(one.url));
  const { release } = server.hold();
  const path = href(api.resendReminder, { id });
  const ask = async (at: string) => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const answer = await fetch(at + path, { ...sent, body: JSON.stringify({ type: 'first' }) });
    // the first one waits for the mail server until the others are refused
    if (answer.status === 409) release();
    return answer.status;
  };
  const answers = await Promise.all([one, other, one, other, one].map((at) => ask(at.url)));
  expect(answers.toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(server.offered).toHaveLength(1);
}, 60_000);

/** Both mails of a completed application while the mail server refuses them, is away or stops during a delivery. */
// ASVS 16.5.2
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { api } from '#domain/urls';
import { applicantOfToday, newFolder, openApplication, start } from '#tests/faults/support/processes';
import { type MailServer, startMailServer } from '#tests/support/smtp';
import { bearer, call, tokenOf, withAdministrator } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(240_000);

const staff = 'antrag@sattelfest.example';
const person = applicantOfToday();
const applicant = person['contact-data'].email;
/**
 * The first retry is due after 15 s, and the worker looks every 5 s. On a busy machine the first mails may not be ready
 * in time, because the documents are drawn: then they are tried again when their lease of 60 s has ended.
 */
const retryMs = 150_000;

const mailServers: MailServer[] = [];
afterEach(async () => {
  for (const server of mailServers.splice(0)) await server.stop();
});

async function open() {
  const mailServer = await startMailServer();
  mailServers.push(mailServer);
  const server = await start(await newFolder(), { SMTP_URL: mailServer.url, ...withAdministrator });
  const { url } = server;
  const complete = async () => {
    const application = openApplication();
    await application.fill(url, person);
    expect((await application.complete(url)).status).toBe(200);
    return application.id;
  };
  return { mailServer, server, complete, log: () => mailLog(url) };
}

type Entry = { emailType: string; successful: boolean; errorMessage: string | null };

/** Reads the mail log as a member of staff. */
async function mailLog(url: string) {
  const headers = bearer(await tokenOf(url));
  return async (): Promise<Entry[]> => {
    const response = await call(url, 'GET', api.emailLogs, undefined, headers);
    return ((await response.json()) as { logs: Entry[] }).logs;
  };
}

/** Below the rate limit of the API, however long it takes. */
const readLogMs = 250;

/** The mail log once `isRight` holds for it. */
async function logOnce(read: () => Promise<Entry[]>, isRight: (logs: Entry[]) => boolean) {
  let logs: Entry[] = [];
  await until(
    async () => {
      logs = await read();
      return isRight(logs);
    },
    retryMs,
    readLogMs,
  );
  return logs;
}

const recipients = ({ mails }: MailServer) => mails.flatMap(({ to }) => to).sort();

// in parallel, because each of them waits for a first retry
test('mails are retried after 451, after an outage and after a lost reply (with the same id), but not after 550', async () => {
  await Promise.all([retriedAfter451(), unreachable(), refused(), unanswered()]);
});

async function retriedAfter451() {
  const { mailServer, complete, log } = await open();
  mailServer.refuse(451, '4.3.0 try again later');
  await complete();
  const read = await log();
  const tried = await logOnce(read, (logs) => logs.length === 2);
  for (const entry of tried) {
    expect(entry).toMatchObject({ successful: false, errorMessage: '451: 4.3.0 try again later' });
  }
  mailServer.accept();
  await mailServer.received(2, retryMs);
  const logs = await logOnce(read, (entries) => entries.every(({ successful }) => successful));
  expect(logs).toHaveLength(2);
  expect(recipients(mailServer)).toEqual([staff, applicant]);
  console.log(`refused with 451: 2 of 2 mails arrived later, ${mailServer.mails.length - 2} twice`);
}

async function unreachable() {
  const { mailServer, complete } = await open();
  await mailServer.stop();
  const listener = closingPort(mailServer.port);
  // the completion succeeds without a mail server
  await complete();
  await listener.tried(2);
  listener.close();
  await mailServer.start();
  await mailServer.received(2, retryMs);
  expect(recipients(mailServer)).toEqual([staff, applicant]);
  console.log('mail server away for the whole completion: 2 of 2 mails arrived later, 0 twice');
}

/** A port that closes every connection at once. `tried` resolves after `count` connections. */
function closingPort(port: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let wanted = Number.POSITIVE_INFINITY;
  let calls = 0;
  const look = () => calls >= wanted && resolve();
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(socket) {
        socket.terminate();
        calls += 1;
        look();
      },
      data() {},
    },
  });
  return {
    tried(count: number) {
      wanted = count;
      look();
      return promise;
    },
    close: () => listener.stop(true),
  };
}

async function refused() {
  const { mailServer, server, complete, log } = await open();
  mailServer.refuse(550, '5.1.1 user unknown');
  await complete();
  const logs = await logOnce(await log(), (entries) => entries.length === 2);
  for (const entry of logs) {
    expect(entry).toMatchObject({ successful: false, errorMessage: '550: 5.1.1 user unknown' });
  }
  mailServer.accept();
  expect(await server.kill('SIGTERM')).toBe(0);
  const lines = (await server.stderr()).split('\n').filter((line) => line.includes('"event":"mail_'));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ event: 'mail_failed', reason: '550' });
  expect(lines.join('')).not.toContain('@');
  expect(mailServer.mails).toEqual([]);
  console.log('refused with 550: 2 of 2 mails failed at the first attempt, and the log says so');
}

async function unanswered() {
  const { mailServer, complete } = await open();
  const { reached, release } = mailServer.hold();
  await complete();
  await reached;
  // the mail server stores the mail, but its reply is lost
  await mailServer.stop();
  release();
  await mailServer.start();
  const [interrupted = ''] = mailServer.offered;
  const again = () => mailServer.mails.filter(({ email }) => email.messageId === interrupted).length;
  for (let count = 1; again() < 2 || new Set(recipients(mailServer)).size < 2; count += 1) {
    await mailServer.received(count, retryMs);
  }
  const ids = new Set(mailServer.mails.map(({ email }) => email.messageId));
  expect(ids.size).toBe(2);
  const duplicates = mailServer.mails.length - ids.size;
  console.log(`died before its answer: 2 of 2 mails arrived, ${duplicates} twice, under the same Message-ID`);
}

/** A completed application is mailed to applicant and staff, even if the server is killed in between. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { applicantOfToday, newFolder, openApplication, start } from '#tests/faults/support/processes';
import { type MailServer, type ReceivedMail, startMailServer } from '#tests/support/smtp';

setDefaultTimeout(60_000);

const staff = 'antrag@sattelfest.example';
const person = applicantOfToday();
const applicant = person['contact-data'].email;

let mailServer: MailServer | undefined;

afterEach(async () => {
  mailServer?.accept();
  await mailServer?.stop();
  mailServer = undefined;
});

describe('a completed application', () => {
  test('is mailed after the server was killed right after its response', async () => {
    mailServer = await startMailServer();
    const { url, env, folder, server } = await serverWith(mailServer);
    const { id } = await complete(url);
    await server.kill('SIGKILL');

    await start(folder, env);
    await arrived(mailServer);
    expectBothMails(mailServer.mails, id);
  });

  test('is mailed again with the same Message-ID when the server was killed before the mail server replied', async () => {
    mailServer = await startMailServer();
    const { url, env, folder, server } = await serverWith(mailServer);
    const held = mailServer.hold();
    const { id } = await complete(url);
    await held.reached;
    await server.kill('SIGKILL');
    held.release();

    await start(folder, env);
    await arrived(mailServer);
    expectBothMails(mailServer.mails, id);
    const [interrupted] = mailServer.offered;
    expect(mailServer.mails.map(({ email }) => email.messageId)).toContain(interrupted);
  });
});

async function serverWith({ url: smtpUrl }: MailServer) {
  const folder = await newFolder();
  const env = { SMTP_URL: smtpUrl, MAIL_INTERNAL_TO: staff };
  const server = await start(folder, env);
  return { server, url: server.url, folder, env };
}

async function complete(url: string) {
  const application = openApplication();
  await application.fill(url, person);
  const answer = await application.complete(url);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ completed: true })]);
  return application;
}

/** Resolves when both recipients have their mail. */
async function arrived(server: MailServer): Promise<void> {
  const isThere = (address: string) => server.mails.some(({ to }) => to.includes(address));
  for (let count = 1; !(isThere(applicant) && isThere(staff)); count = server.mails.length + 1) {
    await server.received(count);
  }
}

/** Each recipient has one mail. It may have arrived several times, but always with the same Message-ID. */
function expectBothMails(mails: ReceivedMail[], id: string) {
  for (const address of [applicant, staff]) {
    const received = mails.filter(({ to }) => to.includes(address));
    const messageIds = new Set(received.map(({ email }) => email.messageId));
    expect(messageIds.size).toBe(1);
    expect(received[0]?.email.text).toContain(id);
    expect(received[0]?.raw).not.toContain(person['sepa-mandate'].iban);
  }
}

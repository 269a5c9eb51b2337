/**
 * A completed application is mailed to applicant and staff, even if the server is killed in between.
 * `tests/server/mails/worker.test.ts` and `uncertain.test.ts` have what a mail server may answer.
 */
// ASVS 16.5.2
import { expect, setDefaultTimeout, test } from 'bun:test';
import { clockAhead } from '#tests/faults/support/instances';
import {
  applicantOfToday,
  completeApplication,
  newFolder,
  newMailServer,
  start,
} from '#tests/faults/support/processes';

setDefaultTimeout(60_000);

const staff = 'antrag@sattelfest.example';
const person = applicantOfToday();
const applicant = person['contact-data'].email;

async function open() {
  const mailServer = await newMailServer();
  const folder = await newFolder();
  const env = { SMTP_URL: mailServer.url, MAIL_INTERNAL_TO: staff, ...clockAhead(0) };
  const again = () => start(folder, env);
  const server = await again();
  /** Each recipient gets one mail. It may arrive several times, but always with the same Message-ID. */
  const arrived = async (id: string) => {
    const isThere = (address: string) => mailServer.mails.some(({ to }) => to.includes(address));
    for (let count = 1; !(isThere(applicant) && isThere(staff)); count = mailServer.mails.length + 1)
      await mailServer.received(count);
    for (const address of [applicant, staff]) {
      const received = mailServer.mails.filter(({ to }) => to.includes(address));
      expect(new Set(received.map(({ email }) => email.messageId)).size).toBe(1);
      expect(received[0]?.email.text).toContain(id);
      expect(received[0]?.raw).not.toContain(person['sepa-mandate'].iban);
    }
  };
  return { mailServer, server, again, complete: () => completeApplication(server.url), arrived };
}

test('also when the server was killed right after its response', async () => {
  const { server, complete, again, arrived } = await open();
  const { id } = await complete();
  await server.kill('SIGKILL');
  await again();
  await arrived(id);
});

test('with the same Message-ID when the server was killed before the mail server replied', async () => {
  const { mailServer, server, complete, again, arrived } = await open();
  const held = mailServer.hold();
  const { id } = await complete();
  await held.reached;
  await server.kill('SIGKILL');
  held.release();
  await again();
  await arrived(id);
  const [interrupted] = mailServer.offered;
  expect(mailServer.mails.map(({ email }) => email.messageId)).toContain(interrupted);
});

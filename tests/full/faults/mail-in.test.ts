/** Answers that come into a mailbox while the server is killed, has a twin, or may not sign in there. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { CaseEvent } from '#domain/cases/staff';
import type { EmailLogPage } from '#domain/mails/log';
import { api, href } from '#domain/urls';
import { createCluster } from '#tests/faults/support/instances';
import {
  applicantOfToday,
  completeApplication,
  newFolder,
  newMailServer,
  start,
} from '#tests/faults/support/processes';
import { afterThisTest } from '#tests/support/endings';
import { type MailboxServer, startMailbox } from '#tests/support/imap';
import type { MailServer } from '#tests/support/smtp';
import { bearer, call, tokenOf, withAdministrator } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(180_000);

const cluster = createCluster();

const applicant = applicantOfToday()['contact-data'].email;

async function post() {
  const mails = await newMailServer();
  const mailbox = await startMailbox(afterThisTest);
  const env = { ...withAdministrator, SMTP_URL: mails.url, IMAP_URL: mailbox.url(), RATE_LIMIT: 'off' };
  return { mails, mailbox, env };
}

/** Completes an application; `answer` puts an answer to its mail into the mailbox. */
async function completed(url: string, mails: MailServer, mailbox: MailboxServer) {
  const { id } = await completeApplication(url);
  const { email } = await mails.find(({ to }) => to.includes(applicant));
  const answer = (text: string) =>
    mailbox.deliver(
      [
        `From: ${applicant}`,
        `To: ${email.from?.address}`,
        'Subject: Re: Ihr Antrag',
        `Message-ID: <${crypto.randomUUID()}@post.example>`,
        `In-Reply-To: ${email.messageId}`,
        'Content-Type: text/plain; charset=utf-8',
        '',
        text,
        '',
      ].join('\r\n'),
    );
  return { id, answer };
}

/** Texts of the answers in the history of a case, and how many mails the staff got about them. */
function reader(url: string, id: string) {
  let headers: Record<string, string> | null = null;
  const ask = async <T>(path: string): Promise<T> => {
    headers ??= bearer(await tokenOf(url));
    return (await (await call(url, 'GET', path, undefined, headers)).json()) as T;
  };
  return {
    answers: async () =>
      (await ask<CaseEvent[]>(href(api.caseHistory, { id }))).flatMap(({ kind, way, text }) =>
        kind === 'answer' && way === 'email' ? [text ?? ''] : [],
      ),
    told: async () => (await ask<EmailLogPage>(`${api.emailLogs}?type=case_reply`)).total,
  };
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `Antwort ${index + 1}.`);

test('kills while answers are read lose none and double none', async () => {
  const { mails, mailbox, env } = await post();
  const folder = await newFolder();
  const first = await start(folder, env);
  const { id, answer } = await completed(first.url, mails, mailbox);
  const all = texts(18);
  const rounds = 3;
  await first.kill('SIGKILL');
  for (const text of all) await answer(text);
  for (let round = 1; round <= rounds; round += 1) {
    const server = await start(folder, env);
    const { answers } = reader(server.url, id);
    await until(async () => (await answers()).length >= round * 4);
    await server.kill('SIGKILL');
  }
  const last = await start(folder, env);
  const { answers, told } = reader(last.url, id);
  await until(async () => (await answers()).length >= all.length && (await told()) > 0);
  expect((await answers()).toSorted()).toEqual(all.toSorted());
  // once an hour
  expect(await told()).toBe(1);
});

test('two instances read each answer once', async () => {
  const { mails, mailbox, env } = await post();
  const database = await cluster.startPrepared();
  const [one, other] = await cluster.pair(database.url, env);
  const { id, answer } = await completed(one.url, mails, mailbox);
  const all = texts(18);
  await Promise.all(all.map(answer));
  const { answers, told } = reader(other.url, id);
  await until(async () => (await answers()).length >= all.length && (await told()) > 0, 60_000);
  // the one that reads stops: the other one reads on
  await one.kill('SIGTERM');
  await answer('Zuletzt.');
  await until(async () => (await answers()).includes('Zuletzt.'), 90_000, 100);
  expect((await answers()).toSorted()).toEqual([...all, 'Zuletzt.'].toSorted());
  expect(await told()).toBe(1);
});

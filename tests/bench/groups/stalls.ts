import { api, href } from '#domain/urls';
import { applicantOfToday, openApplication } from '#tests/faults/support/processes';
import { failures } from '#tests/server/mail-in/reports';
import type { RunningServer } from '#tests/support/server';
import { administrator, bearer, tokenOf } from '#tests/support/staff';
import { withCrowd } from '../crowd';
import { crowdId, crowdMailId } from '../crowd-rows';
import { longestStall, withProbe } from '../longest-stall';
import { median, repeat } from '../rounds';
import { atMost, type Group, type Row } from '../row';

const count = 100_000;
const rounds = 3;
const longestMs = 20;
const mailInToken = 'a-token-of-20-letters';

/**
 * How long the thread that serves is busy with one thing, so that everybody else waits. The commands for backup and
 * seeding are processes of their own, and the browser makes the CSV.
 */
export const stalls: Group = {
  name: 'stalls',
  measure: () =>
    withProbe((file, env) =>
      withCrowd(count, (server) => measure(server, file), { ...env, MAIL_IN_TOKEN: mailInToken }),
    ),
};

async function measure({ url }: RunningServer, file: string): Promise<Row[]> {
  const staff = bearer(await tokenOf(url));
  const get = (path: string) => () => fetch(url + path, { headers: staff });
  const post = (path: string, body: unknown) => () =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...staff, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const complete = async () => {
    const application = openApplication();
    await application.fill(url, applicantOfToday());
    return await application.complete(url);
  };
  let deleted = 1000;
  const acts: [name: string, act: () => Promise<Response>][] = [
    [
      `list of ${count.toLocaleString('en')} applications, from which the CSV is made`,
      get(api.staffApplications),
    ],
    ['dashboard', get(api.dashboard)],
    ['details', get(href(api.details, { id: crowdId(500) }))],
    [
      'last page of the mail log by recipient',
      get(`${api.emailLogs}?pageSize=100&page=9000&sortField=recipientEmail`),
    ],
    [
      'deleting 500 applications',
      () => {
        deleted += 500;
        const applicationIds = Array.from({ length: 500 }, (_, index) => crowdId(deleted + index));
        return post(api.bulkDelete, { applicationIds })();
      },
    ],
    ['sign-in (Argon2)', post(api.login, administrator)],
    ['completing an application, with its mails and PDF', complete],
    ['300 failure reports at once', () => reportFailures(url, 300)],
    ['an answer of 2 MiB of HTML', () => deliver(url, longAnswer(crowdMailId(reported)))],
  ];
  const rows: Row[] = [];
  for (const [name, act] of acts) {
    // the first one compiles
    const longest = await repeat(1 + rounds, () => longestStall(act, file));
    rows.push(atMost(longestMs, { name: `stall: ${name}`, value: median(longest.slice(1)), unit: 'ms' }));
  }
  return rows;
}

let reported = 30_000;

/** Returns one of the responses. */
async function reportFailures(url: string, most: number): Promise<Response> {
  const [, write] = failures[0] ?? ['', () => ''];
  const reports = Array.from({ length: most }, () => {
    reported += 1;
    return write({ messageId: messageIdOf(crowdMailId(reported)), to: 'reiter@example.org' });
  });
  const responses = await Promise.all(reports.map((one) => deliver(url, one)));
  return responses.find(({ ok }) => !ok) ?? responses[0] ?? Response.error();
}

function deliver(url: string, message: string): Promise<Response> {
  const headers = { ...bearer(mailInToken), 'content-type': 'message/rfc822' };
  return fetch(url + api.mailIn, { method: 'POST', headers, body: message });
}

function longAnswer(mailId: string): string {
  const head = [
    'From: reiter3000@example.org',
    `Message-ID: <${crypto.randomUUID()}@example.org>`,
    `In-Reply-To: ${messageIdOf(mailId)}`,
    'Content-Type: text/html',
  ];
  const paragraph = '<div><p>Guten Tag, meinem Pferd geht es gut.</p></div>\r\n';
  return `${head.join('\r\n')}\r\n\r\n${paragraph.repeat(35_000)}`;
}

const messageIdOf = (mailId: string) => `<${mailId}@sattelfest.example>`;

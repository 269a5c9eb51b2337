import { api, href, pages } from '#domain/urls';
import { johanna } from '#tests/support/people';
import type { RunningServer } from '#tests/support/server';
import { bearer, tokenOf } from '#tests/support/staff';
import { withCrowd } from '../crowd';
import { crowdId } from '../crowd-rows';
import { alternate, median, repeat } from '../rounds';
import { atMost, type Group, type Row } from '../row';

const sizes = { small: 1_000, large: 100_000 };
const rounds = 15;
/** More than of the others: a page or a save takes a few ms, and other processes on the machine can add as much again. */
const comparedRounds = 101;

/**
 * The same calls with two sizes of the database. The time of visitors' calls must not grow with it: they alternate
 * between both servers.
 */
export const growth: Group = {
  name: 'growth',
  measure: () =>
    withCrowd(sizes.small, (small) =>
      withCrowd(sizes.large, async (large, seeding) => [
        ...(await staffRows(large)),
        ...(await visitorRows(small, large)),
        atMost(60, { name: `seeding ${crowd}`, value: seeding, unit: 's' }),
      ]),
    ),
};

const crowd = '100,000 applications, 1,000,000 mails';

async function staffRows({ url }: RunningServer): Promise<Row[]> {
  const headers = bearer(await tokenOf(url));
  const log = `${api.emailLogs}?pageSize=100`;
  const { totalPages } = (await (await fetch(url + log, { headers })).json()) as { totalPages: number };
  const paths = {
    'dashboard API': api.dashboard,
    'details API': href(api.details, { id: crowdId(500) }),
    'e-mail log, first page': log,
    'e-mail log, last page by recipient': `${log}&sortField=recipientEmail&sortDirection=asc&page=${totalPages}`,
  };
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const times = await repeat(rounds, () => timeOf(() => fetch(url + path, { headers })));
    rows.push(atMost(20, { name: `${name}, ${crowd}`, value: median(times), unit: 'ms', digits: 1 }));
  }
  return rows;
}

async function visitorRows(small: RunningServer, large: RunningServer): Promise<Row[]> {
  const id = crypto.randomUUID();
  const save = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(johanna['contact-data']),
  };
  const calls = {
    'saving a step': ({ url }: RunningServer) => fetch(url + href(api.set('contact-data'), { id }), save),
    'wizard page': ({ url }: RunningServer) => fetch(url + href(pages.application, { id: crowdId(500) })),
  };
  const rows: Row[] = [];
  for (const [name, send] of Object.entries(calls)) {
    const times = await alternate(
      comparedRounds,
      () => timeOf(() => send(large)),
      () => timeOf(() => send(small)),
    );
    const [of100k, of1k] = [0, 1].map((side) => median(times.map((round) => round[side] ?? 0)).toFixed(1));
    rows.push(
      atMost(2, {
        name: `${name}: 100 times the applications take times as long`,
        value: median(times.map(([more, less]) => more / less)),
        digits: 2,
        note: `${of1k} and ${of100k} ms with 1,000 and 100,000 applications`,
      }),
    );
  }
  return rows;
}

/** Milliseconds until the whole response is received. */
async function timeOf(send: () => Promise<Response>): Promise<number> {
  const begun = performance.now();
  const answer = await send();
  await answer.bytes();
  if (!answer.ok) throw new Error(`${answer.url} responded with ${answer.status}`);
  return performance.now() - begun;
}

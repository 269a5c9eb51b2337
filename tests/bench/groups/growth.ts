import { api, href, pages } from '#domain/urls';
import { johanna } from '#tests/support/people';
import type { RunningServer } from '#tests/support/server';
import { bearer, tokenOf } from '#tests/support/staff';
import { withCrowd } from '../crowd';
import { crowdId } from '../crowd-rows';
import { median, repeat } from '../rounds';
import { atMost, type Group, type Row } from '../row';

const sizes = [1_000, 10_000, 100_000];
const rounds = 15;

/** The same calls with three sizes of the database. The time of visitors' calls must not grow with it. */
export const growth: Group = {
  name: 'growth',
  measure: async () => {
    const tables = await repeat(sizes.length, (round) => withCrowd(sizes[round] ?? 0, measure));
    const [small, large] = [tables[0], tables.at(-1)];
    if (!small || !large) throw new Error('No size was measured.');
    const shown = (pick: (times: Times) => number) => tables.map((one) => pick(one).toFixed(1)).join(', ');
    const rows: Row[] = [];
    for (const [name, budget] of budgets) {
      const note = `${shown((times) => times[name])} ms with ${sizes.map((size) => size.toLocaleString('en')).join(', ')} applications`;
      rows.push(
        budget === null
          ? // a page or a save takes a few ms, and other processes on the machine can add as much again
            atMost(2, {
              name: `${name}: 100 times the applications take times as long`,
              value: large[name] / small[name],
              digits: 2,
              note,
            })
          : atMost(budget, {
              name: `${name}, 100,000 applications, 1,000,000 mails`,
              value: large[name],
              unit: 'ms',
              digits: 1,
              note,
            }),
      );
    }
    const seeding = {
      name: 'seeding 100,000 applications and 1,000,000 mails',
      value: large.seeding,
      unit: 's',
    };
    return [...rows, atMost(60, seeding)];
  },
};

type Times = Record<(typeof budgets)[number][0], number> & { seeding: number };

/** In milliseconds. Null compares with the smallest size instead. */
const budgets = [
  ['dashboard API', 20],
  ['details API', 20],
  ['e-mail log, first page', 20],
  ['e-mail log, last page by recipient', 20],
  ['saving a step', null],
  ['wizard page', null],
] as const;

async function measure({ url }: RunningServer, seeding: number): Promise<Times> {
  const staff = bearer(await tokenOf(url));
  const get = (path: string) => () => fetch(url + path, { headers: staff });
  const log = `${api.emailLogs}?pageSize=100`;
  const { totalPages } = (await (await get(log)()).json()) as { totalPages: number };
  const id = crypto.randomUUID();
  const save = () =>
    fetch(url + href(api.set('contact-data'), { id }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(johanna['contact-data']),
    });
  return {
    seeding,
    'dashboard API': await timeOf(get(api.dashboard)),
    'details API': await timeOf(get(href(api.details, { id: crowdId(500) }))),
    'e-mail log, first page': await timeOf(get(log)),
    'e-mail log, last page by recipient': await timeOf(
      get(`${log}&sortField=recipientEmail&sortDirection=asc&page=${totalPages}`),
    ),
    'saving a step': await timeOf(save),
    'wizard page': await timeOf(get(href(pages.application, { id: crowdId(500) }))),
  };
}

/** The median time in milliseconds until the whole response is received. */
async function timeOf(send: () => Promise<Response>): Promise<number> {
  const times = await repeat(rounds, async () => {
    const begun = performance.now();
    const answer = await send();
    await answer.bytes();
    if (!answer.ok) throw new Error(`${answer.url} responded with ${answer.status}`);
    return performance.now() - begun;
  });
  return median(times);
}

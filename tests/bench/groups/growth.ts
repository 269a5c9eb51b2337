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

/** The same calls over three sizes of the database: what visitors ask must not grow with it. */
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
          ? // a page or a save takes a few ms, of which another process on the machine can take as many
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

/** Milliseconds; null: compared with the smallest size. */
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
  const ask = (path: string) => () => fetch(url + path, { headers: staff });
  const log = `${api.emailLogs}?pageSize=100`;
  const { totalPages } = (await (await ask(log)()).json()) as { totalPages: number };
  const id = crypto.randomUUID();
  const save = () =>
    fetch(url + href(api.set('contact-data'), { id }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(johanna['contact-data']),
    });
  return {
    seeding,
    'dashboard API': await timeOf(ask(api.dashboard)),
    'details API': await timeOf(ask(href(api.details, { id: crowdId(500) }))),
    'e-mail log, first page': await timeOf(ask(log)),
    'e-mail log, last page by recipient': await timeOf(
      ask(`${log}&sortField=recipientEmail&sortDirection=asc&page=${totalPages}`),
    ),
    'saving a step': await timeOf(save),
    'wizard page': await timeOf(ask(href(pages.application, { id: crowdId(500) }))),
  };
}

/** Median milliseconds until the whole answer is there. */
async function timeOf(ask: () => Promise<Response>): Promise<number> {
  const times = await repeat(rounds, async () => {
    const begun = performance.now();
    const answer = await ask();
    await answer.bytes();
    if (!answer.ok) throw new Error(`${answer.url} was answered with ${answer.status}`);
    return performance.now() - begun;
  });
  return median(times);
}

import { readNoted } from '#db/search/entries';
import type { CasePage, StaffMember } from '#domain/cases/staff';
import { api, href } from '#domain/urls';
import { loadConfig } from '#server/config';
import { createLog } from '#server/log';
import { openPrepared } from '#server/process/start';
import { dataFolder, type RunningServer, startServer } from '#tests/support/server';
import { administrator, bearer, tokenOf } from '#tests/support/staff';
import { handler, type Mix, seedCases } from '../case-rows';
import { crowdId } from '../crowd-rows';
import { repeat } from '../rounds';
import { atMost, type Group, type Row } from '../row';

const count = 100_000;
const rounds = 40;
const budgetMs = 20;

/** The work on 100,000 cases with 1,000,000 events, most of them done. */
export const cases: Group = { name: 'cases-usual', measure: () => withDesk('usual', measure) };

/** The same while all of them are open: told, because an office that falls so far behind has other worries. */
export const openCases: Group = {
  name: 'cases-all-open',
  measure: async () => {
    const rows = await withDesk('open', measure);
    return rows.map((row) => ({ ...row, name: `all open, ${row.name}`, target: '', holds: null }));
  },
};

async function withDesk(
  mix: Mix,
  measured: (server: RunningServer, opening: number) => Promise<Row[]>,
): Promise<Row[]> {
  const folder = await dataFolder();
  try {
    const db = await openPrepared(loadConfig({ DATA_DIR: folder.path }), createLog('error'));
    const opening = await seedCases(db, Date.now(), count, mix);
    // once, as after an update: the server that is measured would read it meanwhile
    await readNoted(db, Number.POSITIVE_INFINITY);
    await db.close();
    const server = await startServer(folder.path, { RATE_LIMIT: 'off', RETENTION_DAYS: '0' });
    try {
      return await measured(server, opening);
    } finally {
      await server.kill('SIGTERM');
    }
  } finally {
    await folder.remove();
  }
}

type Send = (round: number) => Promise<Response>;

/** What is searched, with what it finds. */
const searches = {
  'a rare word (some cases)': 'mülnorder12343',
  'a name (5 %)': 'johanna',
  'two words': 'johanna lind',
  'a phone number': '0170 1234',
  'one letter (20 %)': 's',
  'letters that all have': 'example',
};

async function measure({ url }: RunningServer, opening: number): Promise<Row[]> {
  const [admin, staff] = [bearer(await tokenOf(url, administrator)), bearer(await tokenOf(url, handler))];
  const get =
    (path: string): Send =>
    () =>
      fetch(url + path, { headers: staff });
  const post =
    (path: string, body: (round: number) => object, headers: Record<string, string>): Send =>
    (round) =>
      fetch(url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body(round)),
      });
  const list = (query: Record<string, string>) => `${api.cases}?${new URLSearchParams(query)}`;
  const team = (await (await get(api.staff)(0)).json()) as StaffMember[];
  const assignee = team.find(({ username }) => username === 'handler-1')?.id ?? '';
  const { totalPages } = (await (await get(list({ view: 'all' }))(0)).json()) as CasePage;
  const acts: [string, Send][] = [
    ...(['mine', 'unassigned', 'due', 'open', 'done', 'all'] as const).map((view): [string, Send] => [
      `list ${view}`,
      get(list({ view })),
    ]),
    ['list all, last page', get(list({ view: 'all', page: String(totalPages) }))],
    ...Object.entries(searches).flatMap(([what, q]): [string, Send][] => [
      [`search for ${what}: open`, get(list({ view: 'open', q }))],
      [`search for ${what}: done`, get(list({ view: 'done', q }))],
      [`search for ${what}: all`, get(list({ view: 'all', q }))],
    ]),
    ...(['due', 'open', 'done', 'all'] as const).map((view): [string, Send] => [
      `list ${view} of one`,
      get(list({ view, assignee })),
    ]),
    ['search for a name of one', get(list({ view: 'all', assignee, q: 'johanna' }))],
    ['search for one letter: mine', get(list({ view: 'mine', q: 's' }))],
    ['counts', get(api.caseCounts)],
    ['next, own', post(api.nextCase, () => ({ skip: [] }), staff)],
    ['next, unassigned', nextOther(url, admin)],
    ['next, of five who are away', nextOther(url, admin, team.slice(-5))],
    ['details', get(href(api.details, { id: crowdId(500) }))],
    ['history', get(href(api.caseHistory, { id: crowdId(500) }))],
    ['withdrawal without a number', post(api.withdrawals, stranger, {})],
  ];
  const rows: Row[] = [];
  for (const [name, send] of acts) {
    rows.push(atMost(budgetMs, { name: `100,000 cases: ${name}, p95`, ...(await p95Of(send)) }));
  }
  const bulk = await p95Of(post(api.bulkCases, await others(200, get), admin));
  rows.push(atMost(50, { name: '100,000 cases: another day for 200, p95', ...bulk }));
  const note = 'a start waits for it once, after the update from a version without cases';
  return [...rows, atMost(60, { name: 'opening 100,000 cases', value: opening, unit: 's', note })];
}

/** Takes cases that nobody has, or that are due of those who are `away`, one after the other. */
function nextOther(url: string, bearer: Record<string, string>, away: readonly StaffMember[] = []): Send {
  const skip: string[] = [];
  const headers = { ...bearer, 'content-type': 'application/json' };
  const leave = async ({ id }: StaffMember) => {
    const body = JSON.stringify({ awayUntil: '2099-01-01' });
    await fetch(url + href(api.user, { id }), { method: 'PATCH', headers, body });
  };
  return async (round) => {
    if (round === 0) await Promise.all(away.map(leave));
    const body = JSON.stringify({ skip });
    const response = await fetch(url + api.nextCase, { method: 'POST', headers, body });
    const { applicationId } = (await response.clone().json()) as { applicationId: string };
    skip.push(applicationId);
    return response;
  };
}

const stranger = (round: number) => ({
  name: `Johanna Lindhofer ${round}`,
  email: `fremd${round}@gmx.example`,
  contract: '',
});

/** A body for each round that sets another day for the same open cases. */
async function others(wanted: number, get: (path: string) => Send) {
  const pages = Array.from({ length: wanted / 100 }, async (_, index) => {
    const response = await get(`${api.cases}?pageSize=100&page=${index + 5}`)(0);
    return ((await response.json()) as CasePage).cases;
  });
  const found = (await Promise.all(pages)).flat();
  return (round: number) => ({
    cases: found.map(({ applicationId: id, version }) => ({ id, version: version + round })),
    followUpOn: `2099-01-${10 + (round % 20)}`,
  });
}

/** In milliseconds until the whole response is received. */
export async function p95Of(send: Send) {
  await (await send(0)).bytes();
  const all = await repeat(rounds, async (round) => {
    const begun = performance.now();
    const answer = await send(round + 1);
    await answer.bytes();
    if (!answer.ok) throw new Error(`${answer.url} responded with ${answer.status}`);
    return performance.now() - begun;
  });
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(rounds * share) - 1] ?? 0;
  return { value: at(0.95), unit: 'ms', digits: 1, note: `median ${at(0.5).toFixed(1)} ms` };
}

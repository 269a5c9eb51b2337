import { mostRows, type ReturnResult, returnTypes } from '#domain/insurer/answers';
import { api, href } from '#domain/urls';
import { loadConfig } from '#server/config';
import { createLog } from '#server/log';
import { openPrepared } from '#server/process/start';
import { harmless, workbook } from '#tests/server/insurer/sheets/xlsx';
import { dataFolder, type RunningServer, startServer } from '#tests/support/server';
import { bearer, tokenOf } from '#tests/support/staff';
import { bringToInsurer, handler, seedCases } from '../case-rows';
import { crowdId } from '../crowd-rows';
import { longestStall, withProbe } from '../longest-stall';
import { median, repeat } from '../rounds';
import { atMost, type Group, type Row } from '../row';
import { processorMs } from './rendered-pages';

const count = 100_000;
const rounds = 5;
const longestMs = 20;
const matchMs = 2_000;

/** A file of the insurer with as many rows as one may have, on 100,000 cases. */
export const returns: Group = {
  name: 'returns',
  measure: () =>
    withProbe(async (file, env) => {
      const folder = await dataFolder();
      try {
        await seed(folder.path);
        const server = await startServer(folder.path, { RATE_LIMIT: 'off', RETENTION_DAYS: '0', ...env });
        try {
          return [...(await measure(server, file)), ...(await measureHostile(server, file))];
        } finally {
          await server.kill('SIGTERM');
        }
      } finally {
        await folder.remove();
      }
    }),
};

/** Those that the file names are at the insurer, and have a mandate. */
async function seed(path: string): Promise<void> {
  const db = await openPrepared(loadConfig({ DATA_DIR: path }), createLog('error'));
  await seedCases(db, Date.now(), count, 'usual');
  await db.write((tx) => bringToInsurer(tx, mostRows));
  await db.close();
}

/** Half of the rows name the id, half the mandate reference. */
function fileOf(round: number): string {
  const rows = Array.from({ length: mostRows }, (_, index) => {
    const reference = index % 2 === 0 ? crowdId(index) : `SF-20261120-${index}`;
    const status = ['policiert', 'abgelehnt', 'Rückfrage'][index % 3];
    const number = index % 3 === 0 ? `VS-${round}-${index}` : '';
    return [reference, number, status, 'Wie telefonisch besprochen', '19.11.2026', 'Sommer', 'Fjölnir'].join(
      ';',
    );
  });
  return ['Referenz;Police;Stand;Grund;Datum;Name;Pferd', ...rows].join('\n');
}

const mapping = {
  ...{ reference: 'Referenz', policyNumber: 'Police', status: 'Stand', reason: 'Grund', date: 'Datum' },
};

async function measure({ url }: RunningServer, file: string): Promise<Row[]> {
  const staff = bearer(await tokenOf(url, handler));
  const ids: string[] = [];
  const upload = () => {
    ids.push(crypto.randomUUID());
    const query = new URLSearchParams({ id: ids.at(-1) ?? '', name: 'antworten.csv' });
    return fetch(`${url}${api.returns}?${query}`, {
      method: 'POST',
      headers: { ...staff, 'content-type': 'text/csv' },
      body: fileOf(ids.length),
    });
  };
  const post = (path: typeof api.matchReturn | typeof api.applyReturn, body: unknown) => () =>
    fetch(url + href(path, { id: ids.at(-1) ?? '' }), {
      method: 'POST',
      headers: { ...staff, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const acts: [name: string, act: () => Promise<Response>, budgetMs: number][] = [
    ['upload', upload, matchMs],
    ['match', post(api.matchReturn, { mapping }), matchMs],
  ];
  const rows: Row[] = [];
  for (const [what, act, budgetMs] of acts) {
    const measured = await repeat(1 + rounds, () => timed(act, file));
    const name = `a file of 2,000 rows: ${what}`;
    // the first one compiles
    const of = (figure: 'took' | 'stall') => median(measured.slice(1).map((one) => one[figure]));
    rows.push(atMost(budgetMs, { name, value: of('took'), unit: 'ms' }));
    rows.push(atMost(longestMs, { name: `stall: ${what} of 2,000 rows`, value: of('stall'), unit: 'ms' }));
  }
  const lines = Array.from({ length: mostRows }, (_, index) => index + 2);
  const apply = post(api.applyReturn, { lines, notify: true });
  const { took, stall } = await timed(async () => {
    const response = await apply();
    const { changed } = (await response.clone().json()) as ReturnResult;
    if (changed !== mostRows) throw new Error(`Only ${changed} lines changed their case.`);
    return response;
  }, file);
  const told = { name: 'a file of 2,000 rows: apply, with messages', value: took / 1000, unit: 's' };
  return [
    ...rows,
    atMost(60, told),
    atMost(longestMs, { name: 'stall: apply of 2,000 rows', value: stall, unit: 'ms' }),
  ];
}

/** Workbooks that unpack to as much as the largest harmless one, and their worst part. */
const hostile: [what: string, xml: string][] = [
  ['a string of a million parts', `<sst><si>${'<t>a</t>'.repeat(1_000_000)}</si></sst>`],
  ['1.3 million strings', `<sst>${'<si/>'.repeat(1_300_000)}</sst>`],
  ['a string of a million marks', `<sst><si>${`<t>${'&amp;'.repeat(40_000)}</t>`.repeat(38)}</si></sst>`],
];

/** Processor time of a hostile workbook, in times of the harmless one of its unpacked length, and its stall. */
async function measureHostile({ url, pid }: RunningServer, file: string): Promise<Row[]> {
  const staff = bearer(await tokenOf(url, handler));
  const costOf = async (content: Uint8Array) => {
    const query = new URLSearchParams({ id: crypto.randomUUID(), name: 'a.xlsx' });
    const headers = { ...staff, 'content-type': returnTypes.xlsx };
    const before = processorMs(pid);
    const stall = await longestStall(async () => {
      const answer = await fetch(`${url}${api.returns}?${query}`, {
        method: 'POST',
        headers,
        body: content.slice(),
      });
      if (answer.status !== 201 && answer.status !== 422)
        throw new Error(`The upload responded with ${answer.status}.`);
      return Response.json(await answer.json());
    }, file);
    return { cost: processorMs(pid) - before, stall };
  };
  const usual = await repeat(1 + rounds, () => costOf(harmless()));
  const harmlessMs = median(usual.slice(1).map(({ cost }) => cost));
  const rows: Row[] = [];
  for (const [what, xml] of hostile) {
    const book = workbook({ sheets: [{ xml: '<sheetData/>' }], more: { 'xl/sharedStrings.xml': xml } });
    const found = await repeat(rounds, () => costOf(book));
    const value = median(found.map(({ cost }) => cost)) / harmlessMs;
    rows.push(atMost(3, { name: `a workbook with ${what}, in harmless ones`, value, digits: 1 }));
    const stall = Math.max(...found.map((one) => one.stall));
    rows.push(atMost(50, { name: `stall: a workbook with ${what}`, value: stall, unit: 'ms' }));
  }
  return rows;
}

async function timed(act: () => Promise<Response>, file: string) {
  let took = 0;
  const stall = await longestStall(async () => {
    const begun = performance.now();
    const response = await act();
    await response.clone().bytes();
    took = performance.now() - begun;
    return response;
  }, file);
  return { took, stall };
}

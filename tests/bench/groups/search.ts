import { readNoted } from '#db/search/entries';
import type { FoundPeople } from '#domain/search';
import { api } from '#domain/urls';
import { loadConfig } from '#server/config';
import { createLog } from '#server/log';
import { openPrepared } from '#server/process/start';
import { dataFolder, startServer } from '#tests/support/server';
import { bearer, tokenOf } from '#tests/support/staff';
import { handler, seedCases } from '../case-rows';
import { addCallbacks } from '../crowd-rows';
import { longestStall, withProbe } from '../longest-stall';
import { atMost, type Group, type Row } from '../row';
import { p95Of } from './cases';

const count = 100_000;
const budgetMs = 20;
const longestMs = 15;
/** Of the index, for each 100,000 applications or requests. */
const rebuildS = 10;

/** What is typed, by what it finds. */
const searches = {
  nobody: 'zzzzz',
  'one person': 'mülmüler',
  'three letters (5 %)': 'joh',
  'two words': 'johanna lind',
  'a horse and a name': 'donna anna',
  'a part of a number': '0170 12',
  'letters that all have': 'example',
  'single letters': 'a b c d e f g h',
  'two words that never meet': 'gmx web',
};

/** Who calls, of 100,000 applications and 100,000 callback requests. */
export const search: Group = { name: 'search', measure: () => withProbe(measure) };

async function measure(file: string, env: Record<string, string>): Promise<Row[]> {
  const folder = await dataFolder();
  try {
    const db = await openPrepared(loadConfig({ DATA_DIR: folder.path }), createLog('error'));
    await seedCases(db, Date.now(), count, 'usual');
    await db.write((tx) => addCallbacks(tx, Date.now(), count));
    const begun = performance.now();
    await readNoted(db, Number.POSITIVE_INFINITY);
    const rebuilding = (performance.now() - begun) / 1000;
    await db.close();
    const server = await startServer(folder.path, { RATE_LIMIT: 'off', RETENTION_DAYS: '0', ...env });
    try {
      const headers = bearer(await tokenOf(server.url, handler));
      const rows: Row[] = [];
      // the jobs of the start take some seconds
      for (let round = 0; round < 5; round += 1)
        await p95Of(() => fetch(`${server.url}${api.search}?q=sabine`, { headers }));
      for (const [what, q] of Object.entries(searches)) {
        const send = () => fetch(`${server.url}${api.search}?${new URLSearchParams({ q })}`, { headers });
        const { total } = (await (await send()).json()) as FoundPeople;
        const found = `${total} people`;
        const time = await p95Of(send);
        rows.push(
          atMost(budgetMs, { name: `search for ${what}, p95`, ...time, note: `${time.note}, ${found}` }),
        );
        const stall = await longestStall(send, file);
        rows.push(
          atMost(longestMs, { name: `search for ${what}, stall`, value: stall, unit: 'ms', digits: 1 }),
        );
      }
      const note = 'a start and a job do it after an update';
      const rebuilt = { value: rebuilding, unit: 's', digits: 1, note };
      return [...rows, atMost(2 * rebuildS, { name: 'index of the search, read anew', ...rebuilt })];
    } finally {
      await server.kill('SIGTERM');
    }
  } finally {
    await folder.remove();
  }
}

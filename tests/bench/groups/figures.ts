import { join } from 'node:path';
import { addDays, berlinDay } from '#domain/dates';
import { api } from '#domain/urls';
import { loadConfig } from '#server/config';
import { createLog } from '#server/log';
import { openPrepared } from '#server/process/start';
import { dataFolder, type RunningServer, root, startServer } from '#tests/support/server';
import { bearer, tokenOf, withAdministrator } from '#tests/support/staff';
import { crowdEnv, readIndex, seed } from '../crowd';
import { addFigures } from '../figure-rows';
import { longestStall } from '../longest-stall';
import { median, repeat } from '../rounds';
import { atMost, type Group, type Row } from '../row';

const count = 100_000;
const rounds = 15;
const budgetMs = 200;
const longestMs = 20;

/** The figures of 100,000 applications of nearly a year, while the archive counts as many that were deleted. */
export const figures: Group = {
  name: 'figures',
  measure: async () => {
    const folder = await dataFolder();
    const file = join(root, 'dist-server', `stalls-${process.pid}`);
    try {
      await seed(folder.path, count);
      const db = await openPrepared(loadConfig({ DATA_DIR: folder.path }), createLog('error'));
      await addFigures(db);
      await db.close();
      // what was added is noted too
      await readIndex(folder.path);
      const probe = join(import.meta.dir, '../stall-probe.ts');
      const stalls = { STALLS: file, BUN_OPTIONS: `--preload=${probe}` };
      const server = await startServer(folder.path, { ...crowdEnv, ...withAdministrator, ...stalls });
      try {
        return await measure(server, file);
      } finally {
        await server.kill('SIGTERM');
      }
    } finally {
      await folder.remove();
      if (await Bun.file(file).exists()) await Bun.file(file).unlink();
    }
  },
};

async function measure({ url }: RunningServer, file: string): Promise<Row[]> {
  const headers = bearer(await tokenOf(url));
  const to = berlinDay(new Date());
  const rows: Row[] = [];
  for (const days of [90, 366]) {
    const ask = () => fetch(`${url}${api.insights}?from=${addDays(to, 1 - days)}&to=${to}`, { headers });
    const times = await repeat(rounds, async () => {
      const begun = performance.now();
      await (await ask()).bytes();
      return performance.now() - begun;
    });
    const name = `figures of ${days} days, 100,000 applications and as many in the archive`;
    const figure = { name, value: median(times), unit: 'ms' };
    const row = atMost(budgetMs, figure);
    // the longest period: told
    rows.push(days === 90 ? row : { ...row, target: '', holds: null });
    const longest = await repeat(3, () => longestStall(ask, file));
    rows.push(
      atMost(longestMs, { name: `stall: figures of ${days} days`, value: median(longest), unit: 'ms' }),
    );
  }
  return rows;
}

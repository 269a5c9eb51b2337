import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { openWithServer } from '#db/open';
import { readSiteState, storeSiteState } from '#db/site-state';
import { api } from '#domain/urls';
import { loadConfig } from '#server/config';
import { createLog } from '#server/log';
import { openPrepared } from '#server/process/start';
import { dataFolder, startServer } from '#tests/support/server';
import { crowdEnv, readIndex, seed } from '../crowd';
import { crowdMailId } from '../crowd-rows';
import { addFigures } from '../figure-rows';
import { longestStall, withProbe } from '../longest-stall';
import { atMost, type Group, type Row } from '../row';

const count = 10_000;
const longestMs = 15;
const longestSeconds = 120;

/** The end of a trial of 10,000 applications with cases, five mails each, proofs, callbacks, offers, figures and files. */
export const trial: Group = {
  name: 'trial',
  measure: () => withProbe((file, env) => measure(file, env)),
};

async function measure(file: string, env: Record<string, string>): Promise<Row[]> {
  const folder = await dataFolder();
  const { database } = loadConfig({ DATA_DIR: folder.path });
  try {
    await seed(folder.path, count, 5);
    const prepared = await openPrepared(loadConfig({ DATA_DIR: folder.path }), createLog('error'));
    await addFigures(prepared);
    await prepared.write((tx) => tx.run(proofs));
    await prepared.write((tx) => storeSiteState(tx, { state: 'trial' }));
    await prepared.close();
    await readIndex(folder.path);
    await writeFiles(join(folder.path, 'mail'));
    const server = await startServer(folder.path, { ...crowdEnv, ...env });
    const db = await openWithServer(database);
    try {
      // what a start does late
      await Bun.sleep(3000);
      const begun = performance.now();
      const longest = await longestStall(() => ended(db, server.url), file);
      const seconds = (performance.now() - begun) / 1000;
      const name = `the end of a trial of ${count.toLocaleString('en')} applications`;
      return [
        atMost(longestMs, { name: `stall: ${name}`, value: longest, unit: 'ms' }),
        atMost(longestSeconds, { name, value: seconds, unit: 's' }),
      ];
    } finally {
      await db.close();
      await server.kill('SIGTERM');
    }
  } finally {
    await folder.remove();
  }
}

/** As many as completing an application leaves. */
const proofs = sql`insert into evidence (id, at, kind, application_id, person_key, way, keep_until)
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 9)
  select id || i, created_at, 'data_processing_consent', id, id, 'page', 4102444800000 from applications cross join n
  where completed_at is not null or i = 0`;

async function writeFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < count; index += 1)
    await Bun.write(join(folder, `${crowdMailId(index)}.eml`), 'x'.repeat(20_000));
}

async function ended(db: Database, url: string): Promise<Response> {
  await db.write((tx) => storeSiteState(tx, { ending: { id: 'x', username: 'antje' } }));
  while ((await readSiteState(db.fresh)).state === 'trial') await Bun.sleep(100);
  return await fetch(url + api.health);
}

import { afterAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { loadConfig } from '#server/config';
import { createLog } from '#server/log';
import { openPrepared } from '#server/process/start';
import { scratch } from '#tests/db/support/processes';

const here = scratch();
afterAll(() => here.remove());

test('a start logs one line if the database is newer, and starts', async () => {
  const config = loadConfig({ DATA_DIR: here.folder() });
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  for (const later of [[], [4_102_444_800_000, 4_102_444_800_001], []]) {
    const db = await openPrepared(config, log);
    for (const at of later)
      await db.write((tx) =>
        tx.run(sql`insert into __drizzle_migrations (hash, created_at) values ('later', ${at})`),
      );
    await db.close();
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'database_newer', migrations: 2 },
  ]);
});

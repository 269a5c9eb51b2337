import { afterAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { loadConfig } from '#server/config';
import { createLog } from '#server/log';
import { openPrepared } from '#server/process/start';
import { scratch } from '#tests/db/support/processes';
import { writeRelease } from '#tests/db/upgrades/loaded';

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

test('the first start after an update takes our links out of what 0.2.0 stored', async () => {
  const folder = here.folder();
  const link = `https://antrag.example/status/${'x'.repeat(43)}`;
  const since = `update callback_requests set message = 'Siehe ' || '${link}', name = '${link}';`;
  await writeRelease('0.2.0', `${folder}/app.db`, since);
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const config = loadConfig({ DATA_DIR: folder });
  const messages = sql`select distinct name, message from callback_requests`;
  for (let starts = 0; starts < 2; starts += 1) {
    const db = await openPrepared(config, log);
    expect(await db.read.all<object>(messages)).toEqual([
      expect.objectContaining({ name: '[Link entfernt]', message: 'Siehe [Link entfernt]' }),
    ]);
    await db.close();
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'stored_texts_cleaned', count: 8 }]);
});

/** Databases that a restore has replaced are deleted, too. */
import { expect, test } from 'bun:test';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { startApp } from '#tests/support/app';

test('a database that a restore replaced is deleted with its log after 30 days, and no other file', async () => {
  const app = await startApp();
  const names = ['', '-1', '-wal'].map((end) => `app.db.before-restore-2026-11-20-09-00-00${end}`);
  const others = [
    'app.db.before-restore-2026-11-20-09-00-01',
    'app.db.before-restore-mine',
    'other.db.draft',
  ];
  for (const name of [...names, ...others]) await writeFile(join(app.folder, name), name);
  const there = async () =>
    (await readdir(app.folder)).filter((name) => [...names, ...others].includes(name));
  app.clock.now = Date.parse('2026-12-20T09:00:00Z');
  await deleteWhatIsOver(app.context);
  expect((await there()).toSorted()).toEqual([...names, ...others].toSorted());
  app.clock.now += 1;
  await deleteWhatIsOver(app.context);
  expect((await there()).toSorted()).toEqual(others.toSorted());
});

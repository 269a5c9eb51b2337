import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseUnavailable, openDatabase } from '#db/client';
import { rejection, scratch } from '#tests/db/support/processes';

const here = scratch();
afterAll(() => here.remove());

test('a second process is refused until the first is killed', async () => {
  const file = here.path('app.db');
  const { child, firstLine } = await here.run('open-database.ts', [file]);
  expect(firstLine.value).toBe(`open ${child.pid}`);

  const refusal = await rejection(openDatabase({ url: `file:${file}` }));
  expect(refusal).toBeInstanceOf(DatabaseUnavailable);
  expect(refusal.message).toBe(`The database file ${file} is already in use by another process.`);

  child.kill('SIGKILL');
  await child.exited;
  const db = await openDatabase({ url: `file:${file}` });
  await db.close();
});

test('a refusal in another process names the file in one sentence', async () => {
  const file = here.path('app.db');
  const db = await openDatabase({ url: `file:${file}` });
  const { firstLine } = await here.run('open-database.ts', [file]);
  expect(firstLine.value).toBe(
    `DatabaseUnavailable: The database file ${file} is already in use by another process.`,
  );
  await db.close();
});

test('the same process is refused too, and may open the file again after closing it', async () => {
  const url = `file:${here.path('app.db')}`;
  const first = await openDatabase({ url });
  expect(await rejection(openDatabase({ url }))).toBeInstanceOf(DatabaseUnavailable);
  expect(await rejection(openDatabase({ url }))).toBeInstanceOf(DatabaseUnavailable);
  await first.ping();
  await first.close();
  const second = await openDatabase({ url });
  await second.close();
});

test('another name of the same file meets the same lock', async () => {
  const file = here.path('app.db');
  const db = await openDatabase({ url: `file:${file}` });
  const alias = here.path('alias.db');
  mkdirSync(dirname(alias));
  symlinkSync(file, alias);
  expect((await rejection(openDatabase({ url: `file:${alias}` }))).message).toContain('already in use');
  const roundabout = join(dirname(alias), '..', file.split('/').slice(-2).join('/'));
  expect((await rejection(openDatabase({ url: `file:${roundabout}` }))).message).toContain('already in use');
  await db.close();
});

test('bun --watch restarting in place gets its own lock back', async () => {
  const script = join(here.folder(), 'watched.ts');
  const source = `import ${JSON.stringify(join(import.meta.dir, '../support/open-database.ts'))};`;
  await Bun.write(script, source);
  const { child, lines, firstLine } = await here.run(script, [here.path('app.db')], ['--watch']);
  expect(firstLine.value).toBe(`open ${child.pid}`);

  // Written again until it is noticed: the watch on the file may begin a little after the first line.
  let edits = 0;
  const editing = setInterval(() => Bun.write(script, `${source} // ${++edits}`), 300);
  const second = await lines.next();
  const third = await lines.next();
  clearInterval(editing);
  expect([second.value, third.value]).toEqual([`open ${child.pid}`, `open ${child.pid}`]);
}, 20_000);

import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseUnavailable } from '#db/driver/errors';
import { openDatabase } from '#db/open';
import { rejection, setScratch } from '#tests/db/support/processes';

const here = setScratch();

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

test('the error in a second process names the file in one sentence', async () => {
  const file = here.path('app.db');
  const db = await openDatabase({ url: `file:${file}` });
  const { firstLine } = await here.run('open-database.ts', [file]);
  expect(firstLine.value).toBe(
    `DatabaseUnavailable: The database file ${file} is already in use by another process.`,
  );
  await db.close();
});

test('a process cannot open its own file twice, and can open it again after closing it', async () => {
  const url = `file:${here.path('app.db')}`;
  const first = await openDatabase({ url });
  expect(await rejection(openDatabase({ url }))).toBeInstanceOf(DatabaseUnavailable);
  expect(await rejection(openDatabase({ url }))).toBeInstanceOf(DatabaseUnavailable);
  await first.ping();
  await first.close();
  const second = await openDatabase({ url });
  await second.close();
});

test('a file is locked under all of its names', async () => {
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

test('a restart by bun --watch gets the lock of its own process back', async () => {
  const script = join(here.folder(), 'watched.ts');
  const source = `import ${JSON.stringify(join(import.meta.dir, '../support/open-database.ts'))};`;
  await Bun.write(script, source);
  const { child, lines, firstLine } = await here.run(script, [here.path('app.db')], ['--watch']);
  expect(firstLine.value).toBe(`open ${child.pid}`);

  // written repeatedly, because the watcher may start a little after the first line of output
  let edits = 0;
  const editing = setInterval(() => Bun.write(script, `${source} // ${++edits}`), 300);
  const second = await lines.next();
  const third = await lines.next();
  clearInterval(editing);
  expect([second.value, third.value]).toEqual([`open ${child.pid}`, `open ${child.pid}`]);
}, 20_000);

/** A start that cannot succeed says why in one line, and a first one tells how to sign in. `tests/full` has all faults. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { expectFailedStart, firstStart, newFolder, start } from './support/processes';

setDefaultTimeout(60_000);

test('a wrong setting is named, with the values that are allowed', async () => {
  const env = { DATA_DIR: await newFolder(), PORT: '65536' };
  await expectFailedStart(env, 'PORT must be a whole number from 0 to 65535');
});

test('a data folder or a port that another process uses is refused, and that process keeps running', async () => {
  const folder = await newFolder();
  const { url } = await start(folder);
  await expectFailedStart({ DATA_DIR: folder }, /already in use by another process/);
  const elsewhere = { DATA_DIR: await newFolder(), PORT: new URL(url).port };
  await expectFailedStart(elsewhere, /^PORT must be a free port .*in use/);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test('a file that is no database is named, and not changed', async () => {
  const folder = await newFolder();
  const file = join(folder, 'app.db');
  const content = 'These are letters, not a database. '.repeat(300);
  await Bun.write(file, content);
  await expectFailedStart({ DATA_DIR: folder }, new RegExp(RegExp.escape(file)));
  expect(await Bun.file(file).text()).toBe(content);
});

test('the first one prints its address and, in the same breath, a password that signs in', async () => {
  expect(await firstStart({ HOST: '127.0.0.1' })).toEqual({ page: 200, signIn: 200 });
});

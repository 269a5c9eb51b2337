/** The file of the database is moved away while the server has it open. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder, start } from '#tests/faults/support/processes';
import { until } from '#tests/support/until';

setDefaultTimeout(60_000);

test('is reported by /health until it is back', async () => {
  const folder = await newFolder();
  const server = await start(folder);
  const health = async () => (await fetch(`${server.url}/health`)).status;
  const file = join(folder, 'app.db');
  await until(async () => (await health()) === 200);
  await rename(file, `${file}.away`);
  await until(async () => (await health()) === 503);
  // another file at its place is not it
  await copyFile(`${file}.away`, file);
  expect(await health()).toBe(503);
  await rename(`${file}.away`, file);
  await until(async () => (await health()) === 200);
});

/** A backup under load, destroyed data, and everything restored. `tests/full` has all other backups and restores. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { done, refused, run } from './support/commands';
import { start } from './support/processes';
import { databaseToBackUp, savingSecrets as env, lostOf, startSaving } from './support/saving';

setDefaultTimeout(120_000);

test('a restored backup has everything that was acknowledged before it began', async () => {
  const { data, file, safe, backup } = await databaseToBackUp();
  const saving = await startSaving(file);
  await saving.untilAcknowledged(200);
  const before = [...saving.acknowledged];
  expect(await run('backup', data, { args: [backup], env })).toEqual(done(backup));
  expect(saving.acknowledged.length).toBeGreaterThan(before.length);
  await saving.untilAcknowledged(saving.acknowledged.length + 50);
  await saving.kill();
  expect(await readdir(safe)).toEqual(['backup.db']);
  expect((await stat(backup)).mode & 0o777).toBe(0o600);

  for (const name of await readdir(data)) await writeFile(join(data, name), 'nothing is left of it');
  await rm(join(data, 'app.db.lock'));
  expect(await run('restore', data, { args: [backup], env })).toEqual(done('Restored'));
  expect(await lostOf(file, before)).toEqual([]);

  const server = await start(data, env);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(await run('restore', data, { args: [backup], env })).toEqual(refused('already in use'));
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

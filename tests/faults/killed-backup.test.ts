/** A backup that is killed: what it leaves, and who removes that. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#tests/support/server';
import { bundleOf, done, refused, run } from './support/commands';
import { bareEnvironment, endAll, newFolder } from './support/processes';
import { createEmpty, inspect } from './support/saved-applications';
import { startSaving } from './support/saving';

setDefaultTimeout(120_000);
afterEach(endAll);

const key = Buffer.alloc(32, 5).toString('base64');
const secret = { DATA_KEY: key, JWT_SECRET: 's'.repeat(32), BACKUP_KEY: key };

type Kill = { data: string; safe: string; args: string[]; env: Record<string, string> };

/** Kills a backup after this number of changes in both folders; false if it had finished before. */
async function isKilledAfter(changes: number, { data, safe, args, env }: Kill): Promise<boolean> {
  const stateOf = () =>
    [data, safe]
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
      .map((path) => `${path} ${statSync(path, { throwIfNoEntry: false })?.size}`)
      .join();
  const script = await bundleOf('backup');
  let seen = stateOf();
  const child = Bun.spawn([process.execPath, script, ...args], {
    cwd: root,
    env: bareEnvironment({ DATA_DIR: data, ...env }),
    stdout: 'ignore',
    stderr: 'inherit',
  });
  for (let count = 0; count < changes && child.exitCode === null; ) {
    const state = stateOf();
    if (state !== seen) count += 1;
    seen = state;
    await new Promise((resolve) => setImmediate(resolve));
  }
  child.kill('SIGKILL');
  return (await child.exited) !== 0;
}

test('a backup that is killed at any point leaves nothing incomplete that is restored, and a later one removes the rest', async () => {
  const folder = await newFolder();
  const [data, safe] = [join(folder, 'data'), join(folder, 'safe')];
  for (const one of [data, safe]) await mkdir(one);
  const [file, backup] = [join(data, 'app.db'), join(safe, 'backup.db')];
  await createEmpty(file);
  const saving = await startSaving(file, key);
  await saving.untilAcknowledged(300);
  await saving.kill();
  let killed = 0;
  for (
    let changes = 1;
    await isKilledAfter(changes, { data, safe, args: [backup], env: secret });
    changes += 1
  ) {
    // it was already complete
    if (existsSync(backup)) break;
    killed += 1;
    for (const name of await readdir(safe)) {
      expect(name).toMatch(/^backup\.db\.[0-9a-f]{12}\.draft$/);
      const other = await newFolder();
      const answer = await run('restore', other, { args: [join(safe, name)], env: secret });
      // killed between its last byte and its name, it is complete
      if (answer.code !== 0) expect(answer).toEqual(refused('is not restored'));
      else expect((await inspect(join(other, 'app.db'), key, saving.acknowledged)).lost).toEqual([]);
      await rm(join(safe, name));
    }
  }
  console.log(`killed ${killed} backups before one was finished`);
  expect(killed).toBeGreaterThan(0);
  expect(await run('restore', await newFolder(), { args: [backup], env: secret })).toEqual(done('Restored'));
  for (const name of await readdir(data)) if (name.endsWith('.draft')) await rm(join(data, name));
  const [old, fresh] = ['a', 'b'].map((letter) => `app.db.backup.${letter.repeat(12)}.draft`) as [
    string,
    string,
  ];
  for (const name of [old, fresh]) await writeFile(join(data, name), 'a copy');
  await utimes(join(data, old), 0, 0);
  expect(await run('backup', data, { args: [join(safe, 'next.db')], env: secret })).toEqual(done('next.db'));
  // another backup may still be writing this one
  expect((await readdir(data)).filter((name) => name.endsWith('.draft'))).toEqual([fresh]);
});

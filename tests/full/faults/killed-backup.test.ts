/** A backup that is killed: what it leaves, and who removes that. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleOf, done, refused, run } from '#tests/faults/support/commands';
import { bareEnvironment, endAll, newFolder } from '#tests/faults/support/processes';
import { createEmpty, inspect } from '#tests/faults/support/saved-applications';
import { startSaving } from '#tests/faults/support/saving';
import { root } from '#tests/support/server';

setDefaultTimeout(120_000);
afterEach(endAll);

const key = Buffer.alloc(32, 5).toString('base64');
const killing = join(root, 'tests/faults/support/killed-at.ts');
const secret = { DATA_KEY: key, JWT_SECRET: 's'.repeat(32), BACKUP_KEY: key };

/** Kills a backup before its change of files of this number; false if it had finished before. */
async function isKilledAt(change: number, data: string, backup: string): Promise<boolean> {
  const child = Bun.spawn([process.execPath, '--preload', killing, await bundleOf('backup'), backup], {
    cwd: root,
    env: bareEnvironment({ DATA_DIR: data, ...secret, KILLED_AT: String(change) }),
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await child.exited;
  return child.signalCode === 'SIGKILL';
}

test('a backup that is killed at any change of a file leaves nothing incomplete that is restored, and a later one removes the rest', async () => {
  const folder = await newFolder();
  const [data, safe] = [join(folder, 'data'), join(folder, 'safe')];
  for (const one of [data, safe]) await mkdir(one);
  const [file, backup] = [join(data, 'app.db'), join(safe, 'backup.db')];
  await createEmpty(file);
  const saving = await startSaving(file, key);
  await saving.untilAcknowledged(300);
  await saving.kill();
  let killed = 0;
  const files = { whole: 0, refused: 0 };
  while (await isKilledAt(killed + 1, data, backup)) {
    killed += 1;
    const names = await readdir(safe);
    for (const name of names) {
      const isNamed = name === 'backup.db';
      if (!isNamed) expect(name).toMatch(/^backup\.db\.[0-9a-f]{12}\.draft$/);
      const other = await newFolder();
      const answer = await run('restore', other, { args: [join(safe, name)], env: secret });
      // a draft may be complete: the kill came between its last byte and its name
      if (isNamed || answer.code === 0) {
        expect(answer).toEqual(done('Restored'));
        expect((await inspect(join(other, 'app.db'), key, saving.acknowledged)).lost).toEqual([]);
        files.whole += 1;
      } else {
        expect(answer).toEqual(refused('is not restored'));
        files.refused += 1;
      }
    }
    // what follows deletes only copies
    if (names.join() === 'backup.db') break;
    for (const name of names) await rm(join(safe, name));
  }
  console.log(`killed ${killed} backups: ${files.whole} files were whole, ${files.refused} were refused`);
  expect(Math.min(files.whole, files.refused)).toBeGreaterThan(0);
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

/** A backup that is killed: what it leaves, and who removes that. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { countRows } from '#db/backup';
import { makeBackup } from '#server/backups/make';
import { newFolder } from '#tests/faults/support/processes';
import { killedAt } from '#tests/faults/support/scripts';
import { configOf, keyOf, openStage } from '#tests/server/backups/fixture';
import { afterThisTest } from '#tests/support/endings';

setDefaultTimeout(120_000);

const secrets = { DATA_KEY: keyOf(5), JWT_SECRET: 's'.repeat(32), BACKUP_KEY: keyOf(7) };

test('a backup that is killed at any change of a file leaves nothing incomplete that is restored, and a later one removes the rest', async () => {
  const { config, file, backup, restore, remove } = await openStage(secrets, 1_200_000);
  afterThisTest(remove);
  const [data, safe] = [dirname(file), dirname(backup)];
  const { audit_log: _, ...rows } = await countRows(file);
  const kept = { whole: 0, refused: 0 };
  let killed = 0;
  while (await killedAt(killed + 1, 'server/commands/backup.ts', [backup], { DATA_DIR: data, ...secrets })) {
    killed += 1;
    const names = await readdir(safe);
    for (const name of names) {
      const isNamed = name === 'backup.db';
      if (!isNamed) expect(name).toMatch(/^backup\.db\.[0-9a-f]{12}\.draft$/);
      const DATA_DIR = await newFolder();
      const restored = join(DATA_DIR, 'app.db');
      const other = configOf(DATA_DIR, { ...secrets, DATA_DIR });
      const answer = await restore({ backup: join(safe, name), file: restored, config: other });
      // a draft may be complete: the kill came between its last byte and its name
      if (isNamed || !answer.includes('is not restored')) {
        expect(answer).toStartWith('Restored');
        expect(await countRows(restored)).toMatchObject(rows);
        kept.whole += 1;
      } else kept.refused += 1;
    }
    // what follows deletes only copies
    if (names.join() === 'backup.db') break;
    for (const name of names) await rm(join(safe, name));
  }
  console.log(`killed ${killed} backups: ${kept.whole} files were whole, ${kept.refused} were refused`);
  expect(Math.min(kept.whole, kept.refused)).toBeGreaterThan(0);
  for (const name of await readdir(data)) if (name.endsWith('.draft')) await rm(join(data, name));
  const [old = '', fresh = ''] = ['a', 'b'].map((letter) => `app.db.backup.${letter.repeat(12)}.draft`);
  for (const name of [old, fresh]) await writeFile(join(data, name), 'a copy');
  await utimes(join(data, old), 0, 0);
  expect(await makeBackup(file, join(safe, 'next.db'), config)).toEqual([]);
  // another backup may still be writing this one
  expect((await readdir(data)).filter((name) => name.endsWith('.draft'))).toEqual([fresh]);
});

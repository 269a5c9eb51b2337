/** Backup and restore: of an encrypted database, of that of sqld, and all that is refused. */

import { Database as Sqlite } from 'bun:sqlite';
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFieldCipher } from '#db/bank-data/cipher';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { applications } from '#db/schema/applications';
import { seedDemo } from '#server/commands/demo';
import { damage } from '#tests/db/support/damage';
import { rejection, setScratch } from '#tests/db/support/processes';
import { done, refused, run } from '#tests/faults/support/commands';
import { newFolder, openApplication, start } from '#tests/faults/support/processes';
import { filesUpTo } from '#tests/faults/support/rights';
import {
  databaseToBackUp,
  savingSecrets as env,
  lostOf,
  saveAndKill,
  startSaving,
} from '#tests/faults/support/saving';
import { johanna } from '#tests/support/people';
import { root } from '#tests/support/server';

setDefaultTimeout(120_000);
const here = setScratch();

const backUp = (data: string, backup: string, options: Parameters<typeof run>[2] = {}) =>
  run('backup', data, { args: [backup], env, ...options });
const restore = (data: string, backup: string, ...more: string[]) =>
  run('restore', data, { args: [backup, ...more], env });
const isMade = async (data: string, backup: string) =>
  expect(await backUp(data, backup)).toEqual(done('Backup'));

describe('a restored backup', () => {
  test('of an encrypted database is complete and stays encrypted', async () => {
    const folder = await newFolder();
    const secret = { ...env, DATABASE_ENCRYPTION_KEY: 'a key with "quotes" & %25' };
    const server = await start(folder, secret);
    const application = openApplication();
    await application.save(server.url, 'contact-data', johanna['contact-data']);
    const backup = join(await newFolder(), 'backup.db');
    expect(await run('backup', folder, { args: [backup], env: secret })).toEqual(done(backup));
    const bytes = Buffer.from(await Bun.file(backup).bytes());
    expect([bytes.includes('SQLite format'), bytes.includes('Johanna')]).toEqual([false, false]);
    expect(await run('restore', folder, { args: [backup], env: secret })).toEqual(refused('already in use'));
    await server.kill('SIGKILL');

    expect(await run('restore', folder, { args: [backup], env })).toEqual(refused('no key was given'));
    // it reads the encrypted database that it replaces
    expect(await run('restore', folder, { args: [backup], env: secret })).toEqual(
      done('Replayed since the backup: nothing.'),
    );
    const again = await start(folder, secret);
    expect((await application.read(again.url, 'contact-data')).status).toBe(200);
  });
});

describe('the database file of sqld', () => {
  test('can be backed up while sqld runs, and restored into a new folder for another sqld', async () => {
    const sqld = await here.startSqld();
    const db = await openDatabase({ url: sqld.url });
    await migrateDatabase(db, join(root, 'db/migrations'));
    const cipher = createFieldCipher(env.DATA_KEY);
    const now = Date.parse('2026-11-20T09:00:00Z');
    await seedDemo(db, { cipher, now }, 6);
    const before = await db.read.$count(applications);
    let writing = true;
    const begin = async () => {
      const id = crypto.randomUUID();
      await db.write((tx) => tx.insert(applications).values({ id, createdAt: 0, updatedAt: 0 }));
    };
    const load = (async () => {
      while (writing) await begin();
    })();
    const folder = await newFolder();
    const fileOf = (dbPath: string) => ({ ...env, DATABASE_URL: `file:${join(dbPath, 'dbs/default/data')}` });
    const args = [join(folder, 'backup.db')];
    expect(await run('backup', folder, { args, env: fileOf(sqld.dbPath) })).toEqual(done('Backup'));
    writing = false;
    await load;
    const during = await db.read.$count(applications);
    await begin();
    expect(await db.read.$count(applications)).toBe(during + 1);

    const fresh = here.folder();
    expect(await run('restore', folder, { args, env: fileOf(fresh) })).toEqual(done('Restored'));
    const other = await openDatabase({ url: (await here.startSqld(fresh)).url });
    const restored = await other.read.$count(applications);
    expect([restored >= before, restored <= during]).toEqual([true, true]);
    await other.write((tx) => tx.delete(applications));
    expect(await other.read.$count(applications)).toBe(0);
  });

  test('is restored once more before sqld runs on it, and says that nobody deletes what was there', async () => {
    const { data, backup } = await databaseToBackUp();
    const restoring = {
      args: [backup],
      env: { ...env, DATABASE_URL: `file:${here.folder()}/dbs/default/data` },
    };
    await isMade(data, backup);
    expect(await run('restore', data, restoring)).toEqual(done('Restored'));
    const again = await run('restore', data, restoring);
    expect(again).toEqual(done(': delete it when you no longer need it.'));
    expect(again).toEqual(done('before-restore-'));
  });

  test('is changed by nobody else: while sqld runs, after it was killed, and when the file is gone', async () => {
    const { data, backup } = await databaseToBackUp();
    await isMade(data, backup);
    const sqld = await here.startSqld();
    const file = join(sqld.dbPath, 'dbs/default/data');
    const beside = { ...env, DATABASE_URL: `file:${file}` };
    const bytes = await Bun.file(file).bytes();
    const isRefused = refused('belongs to a database server (sqld)');
    const refuses = async () => {
      expect(await run('restore', data, { args: [backup], env: beside })).toEqual(isRefused);
      expect(await run('rotate-key', data, { env: beside })).toEqual(isRefused);
      expect((await rejection(openDatabase({ url: `file:${file}` }))).message).toContain('(sqld)');
    };
    await refuses();
    expect(await Bun.file(file).bytes()).toEqual(bytes);
    sqld.child.kill('SIGKILL');
    await sqld.child.exited;
    await refuses();
    await rm(file);
    expect(await run('restore', data, { args: [backup], env: beside })).toEqual(isRefused);
  });
});

describe('a backup', () => {
  test('includes the write-ahead log and does not wait for a stopped process', async () => {
    const { data, file, backup } = await databaseToBackUp();
    const saving = await startSaving(file);
    await saving.untilAcknowledged(1);
    saving.freeze();
    const acknowledged = [...saving.acknowledged];
    await isMade(data, backup);
    const other = await newFolder();
    expect(await restore(other, backup)).toEqual(done('Restored'));
    expect(await lostOf(join(other, 'app.db'), acknowledged)).toEqual([]);
  });

  test('does not overwrite a file', async () => {
    const { data, backup } = await databaseToBackUp();
    await writeFile(backup, 'the backup of yesterday');
    expect(await backUp(data, backup)).toEqual(refused('exists already'));
    expect(await Bun.file(backup).text()).toBe('the backup of yesterday');
  });

  test('leaves no file behind when there is no room for it', async () => {
    const { data, safe, backup } = await databaseToBackUp();
    expect(await backUp(data, backup, { before: filesUpTo(64) })).toEqual(refused('cannot be copied'));
    expect(await readdir(safe)).toEqual([]);
  });

  test('is refused in one line without a database, a target or a folder, and for a database on a server', async () => {
    const { data, backup } = await databaseToBackUp();
    const remote = { ...env, DATABASE_URL: 'http://127.0.0.1:9' };
    const answers: unknown[] = await Promise.all([
      backUp(join(data, 'other'), backup),
      run('backup', data, { args: [join(data, 'app.db', 'backup.db')], env }),
      run('backup', data, { args: [backup], env: remote }),
      run('backup', data, { env }),
    ]);
    const reasons = ['There is no file', 'cannot take the file', 'is on a server', 'Usage: bun run backup'];
    expect(answers).toEqual(reasons.map((reason) => refused(reason)));
  });
});

describe('a restore', () => {
  test('is refused while a program writes to the database, or has that of sqld open', async () => {
    const { data, file, backup } = await databaseToBackUp();
    await isMade(data, backup);
    const ofSqld = join(here.folder(), 'dbs/default/data');
    const beside = { ...env, DATABASE_URL: `file:${ofSqld}` };
    expect(await run('restore', data, { args: [backup], env: beside })).toEqual(done('Restored'));
    const cases = [
      { path: file, uses: 'BEGIN IMMEDIATE', settings: env },
      { path: ofSqld, uses: 'SELECT count(*) FROM applications', settings: beside },
    ];
    for (const { path, uses, settings } of cases) {
      const again = () => run('restore', data, { args: [backup], env: settings });
      const other = new Sqlite(path);
      other.query('PRAGMA journal_mode = WAL').get();
      other.query(uses).get();
      const before = (await stat(path)).ino;
      expect(await again()).toEqual(refused('is already in use'));
      expect((await stat(path)).ino).toBe(before);
      other.close(true);
      expect(await again()).toEqual(done('Restored'));
    }
  });

  test('keeps the previous database with its log', async () => {
    const { data, file, backup } = await databaseToBackUp();
    await copyFile(file, backup);
    const saved = await saveAndKill(file, 5);
    expect(await restore(data, backup, '--unsigned')).toEqual(done('What was there is kept in'));
    expect(await lostOf(file, saved)).toEqual(saved);
    const names = (await readdir(data)).filter((name) => name.includes('before-restore'));
    expect(await lostOf(join(data, names.toSorted()[0] ?? ''), saved)).toEqual([]);
  });

  test('refuses a damaged or foreign file, and changes nothing', async () => {
    const { data, file, safe, backup } = await databaseToBackUp();
    const saved = await saveAndKill(file, 60);
    await isMade(data, backup);
    const bytes = Buffer.from(await Bun.file(backup).bytes());
    const other = async (name: string, content: Uint8Array | string, ...options: string[]) => {
      await writeFile(join(safe, name), content);
      return { args: [join(safe, name), ...options], env };
    };
    const plain = Buffer.from(await Bun.file(file).bytes());
    const half = bytes.length >> 1;
    // one after the other, because each holds the lock of the file
    const cases: [Parameters<typeof run>[2], string][] = [
      [
        await other('damaged', Buffer.from(bytes).fill(0xaa, half, half + 8192)),
        'it is damaged or was altered',
      ],
      [
        await other('plain-damaged', Buffer.from(plain).fill(0xaa, 16_384, 32_768), '--unsigned'),
        'is not restored',
      ],
      [await other('letters', 'These are letters. '.repeat(400), '--unsigned'), 'is not a database'],
      [await other('empty', '', '--unsigned'), 'no database of this product'],
      [await other('used', bytes), 'with its log beside it'],
      [{ args: [join(safe, 'missing')], env }, 'There is no file'],
      [{ args: [safe], env }, 'is not a file'],
      [{ args: [backup, '--other'], env }, 'Usage: bun run restore <file> [--unsigned] [--no-replay]'],
    ];
    await writeFile(join(safe, 'used-wal'), 'log');
    for (const [options, reason] of cases) {
      expect(await run('restore', data, options)).toEqual(refused(reason));
    }
    expect(await lostOf(file, saved)).toEqual([]);
    expect((await readdir(data)).filter((name) => /draft|before/.test(name))).toEqual([]);
  });
});

test('a backup reports a damaged text, and a restore of it is refused without a crash', async () => {
  const { data, file, backup } = await databaseToBackUp();
  const db = await openDatabase({ url: `file:${file}` });
  await seedDemo(db, { cipher: createFieldCipher(env.DATA_KEY), now: Date.now() }, 6);
  await db.close();
  await damage(file, [
    "update contact_data set last_name = cast(x'526fc36265' as text) where rowid = 3",
    "update sepa_mandates set iban = cast(substr(iban, 1, 9) || x'80' as text) where rowid = 1",
  ]);

  const reported = await backUp(data, backup);
  expect(reported).toEqual(refused(`Backup: ${backup}. It has 2 damaged texts, `));
  expect(reported.errors[0]).toContain('contact_data.last_name in row 3');
  expect(reported.errors[0]).toContain('sepa_mandates.iban in row 1');
  const other = await newFolder();
  expect(await restore(other, backup)).toEqual(
    refused(`${backup} is not restored: it has 2 damaged texts, `),
  );
});

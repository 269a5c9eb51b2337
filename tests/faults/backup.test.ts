/** Backup and restore: a backup under load, destroyed data, and everything restored. */

import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFieldCipher } from '#db/bank-data/cipher';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { applications } from '#db/schema/applications';
import { seedDemo } from '#server/commands/demo';
import { rejection, scratch } from '#tests/db/support/processes';
import { johanna } from '#tests/support/people';
import { root } from '#tests/support/server';
import { done, refused, run } from './support/commands';
import { endAll, newFolder, openApplication, start } from './support/processes';
import { filesUpTo } from './support/rights';
import { createEmpty, inspect } from './support/saved-applications';
import { startSaving } from './support/saving';

setDefaultTimeout(120_000);
const here = scratch();
afterEach(endAll);
afterAll(() => here.remove());

const key = Buffer.alloc(32, 5).toString('base64');
const env = { DATA_KEY: key, JWT_SECRET: 's'.repeat(32) };

/** A data folder with an empty database, and a path for a backup outside of it. */
async function prepare() {
  const folder = await newFolder();
  const [data, safe] = [join(folder, 'data'), join(folder, 'safe')];
  await mkdir(data);
  await mkdir(safe);
  const file = join(data, 'app.db');
  await createEmpty(file);
  return { data, file, safe, backup: join(safe, 'backup.db') };
}

describe('a restored backup', () => {
  test('has everything that was acknowledged before the backup began', async () => {
    const { data, file, safe, backup } = await prepare();
    const saving = await startSaving(file, key);
    await saving.untilAcknowledged(200);
    const before = [...saving.acknowledged];
    expect(await run('backup', data, { args: [backup], env })).toEqual(done(backup));
    const during = saving.acknowledged.length - before.length;
    await saving.untilAcknowledged(saving.acknowledged.length + 50);
    await saving.kill();
    expect(await readdir(safe)).toEqual(['backup.db']);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);

    for (const name of await readdir(data)) await writeFile(join(data, name), 'nothing is left of it');
    await rm(join(data, 'app.db.lock'));
    expect(await run('restore', data, { args: [backup], env })).toEqual(done('Restored'));

    const { lost, torn, stored } = await inspect(file, key, before);
    console.log(
      `backup under load: ${before.length} acknowledged before it began, ${during} more while it ran; ` +
        `restored ${stored}, lost ${lost.length}`,
    );
    expect({ lost, torn }).toEqual({ lost: [], torn: [] });
    expect(during).toBeGreaterThan(0);
    const server = await start(data, env);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

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
    const cipher = createFieldCipher(key);
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
    const { data, backup } = await prepare();
    const restoring = {
      args: [backup],
      env: { ...env, DATABASE_URL: `file:${here.folder()}/dbs/default/data` },
    };
    expect(await run('backup', data, { args: [backup], env })).toEqual(done('Backup'));
    expect(await run('restore', data, restoring)).toEqual(done('Restored'));
    const again = await run('restore', data, restoring);
    expect(again).toEqual(done(': delete it when you no longer need it.'));
    expect(again).toEqual(done('before-restore-'));
  });

  test('is changed by nobody else: while sqld runs, after it was killed, and when the file is gone', async () => {
    const { data, backup } = await prepare();
    expect(await run('backup', data, { args: [backup], env })).toEqual(done('Backup'));
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
    const { data, file, backup } = await prepare();
    const saving = await startSaving(file, key);
    await saving.untilAcknowledged(1);
    saving.freeze();
    const acknowledged = [...saving.acknowledged];
    expect(await run('backup', data, { args: [backup], env })).toEqual(done(backup));
    const other = await newFolder();
    expect(await run('restore', other, { args: [backup], env })).toEqual(done('Restored'));
    const { lost, torn } = await inspect(join(other, 'app.db'), key, acknowledged);
    expect({ lost, torn }).toEqual({ lost: [], torn: [] });
  });

  test('does not overwrite a file', async () => {
    const { data, backup } = await prepare();
    await writeFile(backup, 'the backup of yesterday');
    expect(await run('backup', data, { args: [backup], env })).toEqual(refused('exists already'));
    expect(await Bun.file(backup).text()).toBe('the backup of yesterday');
  });

  test('leaves no file behind when there is no room for it', async () => {
    const { data, safe, backup } = await prepare();
    expect(await run('backup', data, { args: [backup], env, before: filesUpTo(64) })).toEqual(
      refused('cannot be copied'),
    );
    expect(await readdir(safe)).toEqual([]);
  });

  test('is refused in one line without a database, a target or a folder, and for a database on a server', async () => {
    const { data, backup } = await prepare();
    const remote = { ...env, DATABASE_URL: 'http://127.0.0.1:9' };
    const answers: unknown[] = await Promise.all([
      run('backup', join(data, 'other'), { args: [backup], env }),
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
    const { data, file, backup } = await prepare();
    expect(await run('backup', data, { args: [backup], env })).toEqual(done('Backup'));
    const ofSqld = join(here.folder(), 'dbs/default/data');
    const beside = { ...env, DATABASE_URL: `file:${ofSqld}` };
    expect(await run('restore', data, { args: [backup], env: beside })).toEqual(done('Restored'));
    const cases = [
      { path: file, uses: 'BEGIN IMMEDIATE', env },
      { path: ofSqld, uses: 'SELECT count(*) FROM applications', env: beside },
    ];
    for (const { path, uses, env } of cases) {
      const other = new Sqlite(path);
      other.query('PRAGMA journal_mode = WAL').get();
      other.query(uses).get();
      const before = (await stat(path)).ino;
      expect(await run('restore', data, { args: [backup], env })).toEqual(refused('is already in use'));
      expect((await stat(path)).ino).toBe(before);
      other.close(true);
      expect(await run('restore', data, { args: [backup], env })).toEqual(done('Restored'));
    }
  });

  test('keeps the previous database with its log', async () => {
    const { data, file, backup } = await prepare();
    await copyFile(file, backup);
    const saving = await startSaving(file, key);
    await saving.untilAcknowledged(5);
    await saving.kill();
    expect(await run('restore', data, { args: [backup, '--unsigned'], env })).toEqual(
      done('What was there is kept in'),
    );
    expect((await inspect(file, key, [])).stored).toBe(0);
    const names = (await readdir(data)).filter((name) => name.includes('before-restore'));
    const [aside = ''] = names.toSorted();
    const kept = await inspect(join(data, aside), key, saving.acknowledged);
    expect({ lost: kept.lost, torn: kept.torn }).toEqual({ lost: [], torn: [] });
  });

  test('refuses a damaged or foreign file or one sealed with another key, and changes nothing', async () => {
    const { data, file, safe, backup } = await prepare();
    const saving = await startSaving(file, key);
    await saving.untilAcknowledged(60);
    await saving.kill();
    expect(await run('backup', data, { args: [backup], env })).toEqual(done(backup));
    const bytes = Buffer.from(await Bun.file(backup).bytes());
    const stored = (await inspect(file, key, [])).stored;
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
      [await other('cut', bytes.subarray(0, half)), 'is not restored: it is cut'],
      [await other('plain', plain), 'it is no signed backup (--unsigned restores'],
      [
        await other('plain-damaged', Buffer.from(plain).fill(0xaa, 16_384, 32_768), '--unsigned'),
        'is not restored',
      ],
      [await other('letters', 'These are letters. '.repeat(400), '--unsigned'), 'is not a database'],
      [await other('empty', '', '--unsigned'), 'no database of this product'],
      [await other('used', bytes), 'with its log beside it'],
      [
        { args: [backup], env: { ...env, DATA_KEY: Buffer.alloc(32, 6).toString('base64') } },
        'needs the key',
      ],
      [{ args: [join(safe, 'missing')], env }, 'There is no file'],
      [{ args: [safe], env }, 'is not a file'],
      [{ args: [backup, '--other'], env }, 'Usage: bun run restore <file> [--unsigned] [--no-replay]'],
    ];
    await writeFile(join(safe, 'used-wal'), 'log');
    for (const [options, reason] of cases) {
      expect(await run('restore', data, options)).toEqual(refused(reason));
    }
    expect((await inspect(file, key, saving.acknowledged)).lost).toEqual([]);
    expect((await inspect(file, key, [])).stored).toBe(stored);
    expect((await readdir(data)).filter((name) => /draft|before/.test(name))).toEqual([]);
  });
});

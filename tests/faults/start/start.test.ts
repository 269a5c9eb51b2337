/** When the server cannot start, it prints the reason in one line and exits with 1. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSecrets } from '#server/secrets';
import { endAll, failedStart, newFolder, start } from '#tests/faults/support/processes';

setDefaultTimeout(120_000);
afterEach(endAll);

describe('a start with wrong settings', () => {
  test.each([
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['JWT_SECRET', 'secret', 'a secret of at least 32 characters'],
    [
      'DATABASE_URL',
      'postgres://db/app',
      'a file:, http://, https:// or libsql:// URL without fragment; a file: URL has %23 for # and %3F for ?',
    ],
    [
      'PUBLIC_URL',
      'http://pferd.example',
      'an https:// URL in production, unless its host is this machine (http://localhost)',
    ],
    ['LOG_LEVEL', 'verbose', 'debug, info, warn or error'],
  ])('names %s, and which values are allowed', async (name, value, mustBe) => {
    const { code, stdout, lines } = await failedStart({ DATA_DIR: await newFolder(), [name]: value });
    expect({ code, stdout, lines }).toEqual({ code: 1, stdout: '', lines: [`${name} must be ${mustBe}`] });
  });

  test.each(['JWT_SECRET', 'DATA_KEY'])('names a missing %s when the database is remote', async (name) => {
    const secrets = {
      JWT_SECRET: 'x'.repeat(32),
      DATA_KEY: Buffer.alloc(32).toString('base64'),
      DATABASE_URL: 'http://127.0.0.1:9',
    };
    const { code, lines } = await failedStart({ DATA_DIR: await newFolder(), ...secrets, [name]: '' });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toStartWith(`${name} must be `);
  });
});

describe('a port that is in use', () => {
  test('is reported', async () => {
    const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    const { code, lines } = await failedStart({ DATA_DIR: await newFolder(), PORT: String(listener.port) });
    listener.stop(true);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^PORT must be a free port .*in use/)]);
  });

  test('is not shared with another instance', async () => {
    const first = await start(await newFolder());
    const { port } = new URL(first.url);
    const { code, lines } = await failedStart({ DATA_DIR: await newFolder(), PORT: port });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining('PORT must be a free port')]);
  });
});

test('a host that is no address of this machine is reported', async () => {
  const { code, lines } = await failedStart({ DATA_DIR: await newFolder(), HOST: '203.0.113.5' });
  expect(code).toBe(1);
  expect(lines).toEqual([
    'HOST must be an address of this machine, but 203.0.113.5 cannot be used: EADDRNOTAVAIL',
  ]);
});

describe('a data folder', () => {
  test('that cannot be created is reported', async () => {
    const file = join(await newFolder(), 'file');
    await Bun.write(file, 'not a folder');
    const { code, lines } = await failedStart({ DATA_DIR: join(file, 'data') });
    expect(code).toBe(1);
    expect(lines).toEqual([`DATA_DIR must be a folder that this process can write: ${join(file, 'data')}`]);
  });

  test('that is a file is reported', async () => {
    const file = join(await newFolder(), 'file');
    await Bun.write(file, 'not a folder');
    const { code, lines } = await failedStart({ DATA_DIR: file });
    expect(code).toBe(1);
    expect(lines).toEqual([`DATA_DIR must be a folder that this process can write: ${file}`]);
  });

  test('that cannot contain the database is reported', async () => {
    const folder = await newFolder();
    await Bun.write(join(folder, 'file'), 'not a folder');
    const database = join(folder, 'file', 'app.db');
    const { code, lines } = await failedStart({ DATA_DIR: folder, DATABASE_URL: `file:${database}` });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining(join(folder, 'file'))]);
  });

  test('that another process uses is refused, and that process keeps running', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    const { code, stdout, lines } = await failedStart({ DATA_DIR: folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(lines).toEqual([expect.stringContaining('already in use by another process')]);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
  });
});

describe('a database file', () => {
  test('that is not a database is reported and not changed', async () => {
    const folder = await newFolder();
    const file = join(folder, 'app.db');
    const content = 'These are letters, not a database. '.repeat(300);
    await Bun.write(file, content);
    const { code, lines } = await failedStart({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining(file)]);
    expect(await Bun.file(file).text()).toBe(content);
  });

  test('that is a folder is reported', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, 'app.db'));
    const { code, lines } = await failedStart({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining(join(folder, 'app.db'))]);
  });

  test('that is encrypted with another key is refused', async () => {
    const folder = await newFolder();
    const first = await start(folder, { DATABASE_ENCRYPTION_KEY: 'the key it was made with' });
    await first.kill('SIGTERM');
    const { code, lines } = await failedStart({
      DATA_DIR: folder,
      DATABASE_ENCRYPTION_KEY: 'quite another key than that',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining(join(folder, 'app.db'))]);
    expect(lines.join()).not.toContain('quite another');
  });
});

describe('an empty database', () => {
  const deleteDatabase = async (folder: string) => {
    const files = (await readdir(folder)).filter((name) => /^app\.db(-wal|-shm)?$/.test(name));
    for (const name of files) await rm(join(folder, name));
  };
  const refused = async (folder: string) => {
    const { code, stdout, lines } = await failedStart({ DATA_DIR: folder });
    expect({ code, stdout, lines }).toEqual({
      code: 1,
      stdout: '',
      lines: [expect.stringMatching(/^The database is empty, but .* ALLOW_EMPTY_DATABASE=true/)],
    });
  };

  test('next to existing keys is refused, whether missing or emptied, until ALLOW_EMPTY_DATABASE is set', async () => {
    const folder = await newFolder();
    await (await start(folder)).kill('SIGTERM');
    await deleteDatabase(folder);
    await refused(folder);
    // the refused start has not created a database
    await refused(folder);
    await deleteDatabase(folder);
    await Bun.write(join(folder, 'app.db'), '');
    await refused(folder);
    await (await start(folder, { ALLOW_EMPTY_DATABASE: 'true' })).kill('SIGTERM');
    await (await start(folder)).kill('SIGTERM');
    await truncate(join(folder, 'app.db'));
    await refused(folder);
  });

  test('is accepted when the previous start was killed after creating the keys and before the tables', async () => {
    const folder = await newFolder();
    loadSecrets(folder);
    const server = await start(folder);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    await server.kill('SIGKILL');
    await deleteDatabase(folder);
    await refused(folder);
  });
});

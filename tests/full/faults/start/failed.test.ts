/**
 * When the server cannot start, it prints the reason in one line, exits with 1, and opens no database. All that settings,
 * operators and documents may get wrong is in `tests/server` (config, operator/file, documents/given).
 */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSecrets } from '#server/secrets';
import { expectFailedStart, firstStart, newFolder, start } from '#tests/faults/support/processes';
import { filesUpTo } from '#tests/faults/support/rights';
import { createEmpty, findDamage } from '#tests/faults/support/saved-applications';

setDefaultTimeout(120_000);

type Env = Record<string, string>;
type Fault = [
  name: string,
  env: Env | ((folder: string) => Env),
  line: string | RegExp | ((folder: string) => string | RegExp),
  files?: Record<string, string | Uint8Array>,
];

const noFolder = 'DATA_DIR must be a folder that this process can write: ';
const named = (path: string) => (folder: string) => new RegExp(RegExp.escape(join(folder, path)));

const faults: Fault[] = [
  [
    'a data folder that cannot be created',
    (folder) => ({ DATA_DIR: join(folder, 'file/data') }),
    (folder) => noFolder + join(folder, 'file/data'),
    { file: 'not a folder' },
  ],
  [
    'a data folder that is a file',
    (folder) => ({ DATA_DIR: join(folder, 'file') }),
    (folder) => noFolder + join(folder, 'file'),
    { file: 'not a folder' },
  ],
  [
    'a database in a file',
    (folder) => ({ DATABASE_URL: `file:${join(folder, 'file', 'app.db')}` }),
    named('file'),
    { file: 'not a folder' },
  ],
  ['a folder in place of the database', {}, named('app.db'), { 'app.db/file': '' }],
  [
    'a document that is no PDF',
    {},
    'documents/avb.pdf must be a PDF file',
    { 'operator/documents/avb.pdf': 'x' },
  ],
  [
    'a wrong value of the operator',
    {},
    /^operator\.toml: creditor\.id must be a SEPA creditor id/,
    { 'operator/operator.toml': '[creditor]\nid = "DE1"' },
  ],
  [
    'a DKIM_KEY that is not there',
    (folder) => ({ DKIM_KEY: join(folder, 'lost.pem') }),
    (folder) =>
      `DKIM_KEY must be the path of an RSA private key in a PEM file, but ${folder}/lost.pem cannot be read (ENOENT)`,
  ],
  [
    'a drop folder that cannot be written',
    (folder) => ({ DATA_DIR: join(folder, 'data'), EXCHANGE_DIR: join(folder, 'file') }),
    (folder) => `EXCHANGE_DIR must be a folder that this user may write, but ${folder}/file is not (EEXIST).`,
    { file: '' },
  ],
  ...['DATA_DIR', 'ASSETS_DIR', 'OPERATOR_DIR'].map(
    (name): Fault => [
      `a drop folder in ${name}`,
      (folder) => ({
        DATA_DIR: join(folder, 'data'),
        [name]: join(folder, 'x'),
        EXCHANGE_DIR: join(folder, 'x/exchange'),
      }),
      (folder) => new RegExp(`must be apart from ${RegExp.escape(folder)}/x`),
    ],
  ),
];

describe('a start ends with one line, before it opens the database', () => {
  test.each(faults)('%s', async (_, env, line, files = {}) => {
    const folder = await newFolder();
    for (const [name, content] of Object.entries(files)) await Bun.write(join(folder, name), content);
    const given = typeof env === 'function' ? env(folder) : env;
    await expectFailedStart({ DATA_DIR: folder, ...given }, typeof line === 'function' ? line(folder) : line);
    for (const path of ['app.db', 'data/app.db', 'x/app.db'])
      expect(await Bun.file(join(folder, path)).exists()).toBe(false);
  });
});

describe('a start ends with one line', () => {
  test('when its host is no address of this machine', async () => {
    await expectFailedStart(
      { DATA_DIR: await newFolder(), HOST: '203.0.113.5' },
      'HOST must be an address of this machine, but 203.0.113.5 cannot be used: EADDRNOTAVAIL',
    );
  });

  test('when items of the Startprüfung are open, and LAUNCH_CHECK says so', async () => {
    const env = { DATA_DIR: await newFolder(), LAUNCH_CHECK: 'stop' };
    await expectFailedStart(
      env,
      /^LAUNCH_CHECK must be warn .*: brand, company, .*second_factor, draft_access$/,
    );
  });

  test('when the database is encrypted with another key, without any of them', async () => {
    const folder = await newFolder();
    const first = await start(folder, { DATABASE_ENCRYPTION_KEY: 'the key it was made with' });
    await first.kill('SIGTERM');
    const env = { DATA_DIR: folder, DATABASE_ENCRYPTION_KEY: 'quite another key than that' };
    await expectFailedStart(
      env,
      new RegExp(`^(?!.*(quite another|made with)).*${RegExp.escape(folder)}/app.db`),
    );
  });

  test.each([
    ['before there are secrets', 0, /DATA_DIR must be a folder that this process can write/],
    ['before there is a database', 16, /SQLITE_/],
  ])('on a disk that is full %s, and the next start works', async (_, blocks, reason) => {
    const folder = await newFolder();
    await expectFailedStart({ DATA_DIR: folder }, reason, filesUpTo(blocks));
    expect((await readdir(folder)).filter((name) => /^(data-key|jwt-secret)\./.test(name))).toEqual([]);
    const { jwtSecret, dataKey } = loadSecrets(folder);
    expect([jwtSecret.length, Buffer.from(dataKey, 'base64').length]).toEqual([44, 32]);
    await createEmpty(join(folder, 'app.db'));
    expect(await findDamage(join(folder, 'app.db'))).toEqual([]);
  });
});

describe('an empty database', () => {
  const deleteDatabase = async (folder: string) => {
    const files = (await readdir(folder)).filter((name) => /^app\.db(-wal|-shm)?$/.test(name));
    for (const name of files) await rm(join(folder, name));
  };
  const refused = (DATA_DIR: string) =>
    expectFailedStart({ DATA_DIR }, /^The database is empty, but .* ALLOW_EMPTY_DATABASE=true/);

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

test('the first start on ::1 prints a password that signs in', async () => {
  expect(await firstStart({ HOST: '::1' })).toEqual({ page: 200, signIn: 200 });
});

/** What a start does with the database, its address, the first password and the launch check. */
import { afterAll, expect, test } from 'bun:test';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { api } from '#domain/urls';
import { loadConfig } from '#server/config';
import { ensureAdministrator } from '#server/features/auth/service';
import { createLog } from '#server/log';
import { addressOf, openPrepared, tellFirstPassword, warnAboutLaunch } from '#server/process/start';
import { scratch } from '#tests/db/support/processes';
import { writeRelease } from '#tests/db/upgrades/loaded';
import { afterThisTest } from '#tests/support/endings';
import { startApp } from '../../support/app';

const here = scratch();
afterAll(() => here.remove());

test('a start logs one line if the database is newer, and starts', async () => {
  const config = loadConfig({ DATA_DIR: here.folder() });
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  for (const later of [[], [4_102_444_800_000, 4_102_444_800_001], []]) {
    const db = await openPrepared(config, log);
    for (const at of later)
      await db.write((tx) =>
        tx.run(sql`insert into __drizzle_migrations (hash, created_at) values ('later', ${at})`),
      );
    await db.close();
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'database_newer', migrations: 2 },
  ]);
});

test('the first start after an update takes our links out of what 0.2.0 stored', async () => {
  const folder = here.folder();
  const link = `https://antrag.example/status/${'x'.repeat(43)}`;
  const since = `update callback_requests set message = 'Siehe ' || '${link}', name = '${link}';`;
  await writeRelease('0.2.0', `${folder}/app.db`, since);
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const config = loadConfig({ DATA_DIR: folder });
  const messages = sql`select distinct name, message from callback_requests`;
  for (let starts = 0; starts < 2; starts += 1) {
    const db = await openPrepared(config, log);
    expect(await db.read.all<object>(messages)).toEqual([
      expect.objectContaining({ name: '[Link entfernt]', message: 'Siehe [Link entfernt]' }),
    ]);
    await db.close();
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'stored_texts_cleaned', count: 8 }]);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['2001:db8::7', 'http://[2001:db8::7]:3000'],
  ['::ffff:127.0.0.1', 'http://[::ffff:127.0.0.1]:3000'],
  ['pferd.example', 'http://pferd.example:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['0:0:0:0:0:0:0:0', 'http://localhost:3000'],
])('of a server on %s is a URL', (host, address) => {
  expect(addressOf(host, 3000)).toBe(address);
  expect(URL.canParse(address)).toBe(true);
});

const admin = { username: 'admin', password: null };

test('it is printed once, unless there is a file for it', () => {
  expect(tellFirstPassword({ ...admin, passwordFile: null }, 'geheim-1')).toBe(
    'First administrator: admin / geheim-1 (shown only once)',
  );
});

test('with a file it is there alone, for its owner to read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-'));
  afterThisTest(() => rm(folder, { recursive: true }));
  const passwordFile = join(folder, 'first-password');
  for (const password of ['geheim-1', 'geheim-2']) {
    const line = tellFirstPassword({ ...admin, passwordFile }, password);
    expect(line).toContain(passwordFile);
    expect(line).not.toContain(password);
    expect(await readFile(passwordFile, 'utf8')).toStartWith(`admin / ${password}\n`);
    expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
  }
});

test('it is printed all the same when the file cannot be written', () => {
  const passwordFile = '/nowhere/first-password';
  expect(tellFirstPassword({ ...admin, passwordFile }, 'geheim-1')).toContain('geheim-1');
});

test.each([
  ['generated', null, '12', true],
  ['configured', 'lang-genug-fuer-12', '12', false],
  ['generated, where short ones are enough', null, '6', false],
])('a %s one has to be changed or not', async (_, password, PASSWORD_MIN, expected) => {
  const { context, ask } = await startApp({ env: { PASSWORD_MIN } });
  const generated = await ensureAdministrator(context, { username: 'admin', password });
  const body = { username: 'admin', password: password ?? generated };
  const { token } = (await (await ask('POST', api.login, { body })).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const user = await (await ask('GET', api.currentUser, { headers })).json();
  expect(user).toMatchObject({ mustChangePassword: expected });
});

test('a database that is gone once visitors are served ends no process', async () => {
  const { context, db, logged } = await startApp({ env: { LOG_LEVEL: 'warn' } });
  await db.close();
  await warnAboutLaunch(context);
  expect(logged.map((line) => JSON.parse(line).event)).toEqual(['launch_not_checked']);
});

/** Where the generated password of the first administrator goes. */
import { expect, test } from 'bun:test';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '#domain/urls';
import { ensureAdministrator } from '#server/features/auth/service';
import { tellFirstPassword } from '#server/process/start';
import { startApp } from '#tests/support/app';
import { afterThisTest } from '#tests/support/endings';

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

/** What a first start leaves: the administrator's password, and the database in its folder. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#db/open';
import { api } from '#domain/urls';
import { loadConfig } from '#server/config';
import { run } from '#tests/faults/support/commands';
import { bareEnvironment, newFolder, start } from '#tests/faults/support/processes';
import { afterThisTest } from '#tests/support/endings';
import { root } from '#tests/support/server';

setDefaultTimeout(60_000);

describe('the first start', () => {
  test.each(['::1', '127.0.0.1'])(
    'on HOST=%s prints its address and, in the same breath, a password that signs in',
    async (HOST) => {
      const child = Bun.spawn([process.execPath, 'dist-server/main.js'], {
        cwd: root,
        env: bareEnvironment({ DATA_DIR: await newFolder(), HOST }),
        stdout: 'pipe',
        stderr: 'ignore',
      });
      afterThisTest(async () => {
        child.kill('SIGKILL');
        await child.exited;
      });
      const { value } = await child.stdout.getReader().read();
      const [ready = '', told] = new TextDecoder().decode(value).split('\n');
      const { url } = JSON.parse(ready);
      const [, username, password] = /^First administrator: (\S+) \/ (\S+) /.exec(told ?? '') ?? [];
      const answer = await fetch(url + api.login, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      expect(answer.status).toBe(200);
      expect((await fetch(url)).status).toBe(200);
    },
  );
});

const odd = [
  'Kunde #1',
  'a?b',
  '100%',
  'a%20b',
  'a b',
  'Größe',
  `it's "x"`,
  'a&b=c;d',
  '[x]',
  'a+b',
  'file:x',
  '{x}',
];

describe('a data folder with an odd name', () => {
  test.each(odd)('%s holds its database', async (name) => {
    const parent = await newFolder();
    const dataDir = join(parent, name, 'data');
    await mkdir(dataDir, { recursive: true });
    const db = await openDatabase(loadConfig({ DATA_DIR: dataDir }).database);
    await db.close();
    expect(await readdir(parent)).toEqual([name]);
    expect(await readdir(dataDir)).toContain('app.db');
  });

  test('is served, backed up and restored', async () => {
    const parent = await newFolder();
    const dataDir = join(parent, odd.join(' '));
    await mkdir(dataDir);
    const server = await start(dataDir);
    expect(await run('backup', dataDir, { args: [join(parent, 'copy #1.db')] })).toMatchObject({ code: 0 });
    expect(await run('verify-audit', dataDir)).toMatchObject({ code: 0 });
    await server.kill('SIGTERM');
    expect(await run('restore', dataDir, { args: [join(parent, 'copy #1.db')] })).toMatchObject({ code: 0 });
    expect((await fetch((await start(dataDir)).url)).status).toBe(200);
    expect((await readdir(parent)).toSorted()).toEqual(['copy #1.db', odd.join(' ')].toSorted());
    expect((await stat(join(dataDir, 'app.db'))).mode & 0o777).toBe(0o600);
  });
});

/** The commands erase again what was erased after a backup. `tests/full/server/backups/replay.test.ts` has all kinds. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { api, href } from '#domain/urls';
import { bearer, call, tokenOf } from '#tests/support/staff';
import { done, run } from './support/commands';
import { applicantOfToday, newFolder, openApplication, start } from './support/processes';

setDefaultTimeout(120_000);

test('a restore erases again what was erased after the backup, and ends all sessions', async () => {
  const [data, safe] = [await newFolder(), await newFolder()];
  const command = async (name: 'backup' | 'restore', ...args: string[]) => run(name, data, { args });
  const [backup, later] = [join(safe, 'backup.db'), join(safe, 'later.db')];
  const server = await start(data);
  const [kept, erased] = [openApplication(), openApplication()];
  for (const application of [kept, erased]) await application.fill(server.url, applicantOfToday());
  const staff = bearer(await tokenOf(server.url));
  expect(await command('backup', backup)).toEqual(done('Backup'));
  await call(server.url, 'DELETE', href(api.staffApplication, erased), undefined, staff);
  expect(await command('backup', later)).toEqual(done('Backup'));
  await server.kill('SIGTERM');

  const without = done(' Erasures since the backup were not replayed: --no-replay.');
  expect(await command('restore', backup, '--no-replay')).toEqual(without);
  expect(await command('restore', later)).toEqual(done('Restored'));
  expect(await command('restore', backup)).toEqual(done(' Replayed since the backup: 1 application.'));
  expect(await run('verify-audit', data)).toEqual(done('rows, chain whole'));
  const { url } = await start(data);
  const read = (application: typeof kept) =>
    application.read(url, 'contact-data').then(({ status }) => status);
  expect([await read(kept), await read(erased)]).toEqual([200, 404]);
  expect((await fetch(url + api.currentUser, { headers: staff })).status).toBe(401);
});

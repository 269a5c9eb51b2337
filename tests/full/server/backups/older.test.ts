/** A backup that 0.2.0 made brings nobody back whom the upgraded database has erased. */
import { expect, test } from 'bun:test';
import { dirname } from 'node:path';
import { loadApplication } from '#db/applications/find';
import { createFieldCipher } from '#db/bank-data/cipher';
import { openDatabase } from '#db/open';
import { findPerson } from '#db/persons';
import { hourMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { restoreBackup } from '#server/backups/restore';
import { loadConfig } from '#server/config';
import { setScratch } from '#tests/db/support/processes';
import { callbacks, keys, killedMs, releases, stopped } from '#tests/db/upgrades/history';
import { writeRelease } from '#tests/db/upgrades/loaded';
import { erase, tokenFor } from '#tests/server/features/privacy/person';
import { startApp } from '#tests/support/app';
import { createVisitor } from '#tests/support/people';

const here = setScratch();

test('a restore over an upgraded database erases again what persons have erased in it', async () => {
  const [file, replaced, backup] = [here.path('app.db'), here.path('app.db'), here.path('backup.db')];
  await writeRelease('0.2.0', file);
  await writeRelease('0.2.0', backup);
  const now = releases['0.2.0'] + killedMs + hourMs;
  const env = { DATABASE_URL: `file:${file}`, DRAFT_ACCESS: 'browser', ...keys };
  const app = await startApp({ now, env });
  const visitor = createVisitor(app, stopped.id);
  visitor.jar.set('application_author', stopped.author);
  expect((await visitor.send('DELETE', href(api.application, stopped))).status).toBe(200);
  const { email } = callbacks.processed;
  expect((await erase(app, await tokenFor(app, email))).status).toBe(200);
  await app.db.checkpoint();
  await Bun.write(replaced, Bun.file(file));

  const config = loadConfig({ DATA_DIR: dirname(replaced), ...keys });
  const task = { backup, file: replaced, config, isReplaying: true, isUnsignedAllowed: true };
  expect(await restoreBackup(task)).toEndWith(
    'Replayed since the backup: 1 application, 1 callback request.',
  );
  const db = await openDatabase(config.database);
  const draft = await loadApplication(db.read, createFieldCipher(config.dataKey), stopped.id);
  expect([draft, (await findPerson(db, email)).callbacks]).toEqual([null, []]);
  await db.close();
});

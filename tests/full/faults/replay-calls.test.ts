/** Who wanted no calls any more when a backup is restored that does not know it. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#db/open';
import { callbackRequests } from '#db/schema/desk';
import { evidence } from '#db/schema/law';
import { api, href, pages } from '#domain/urls';
import { done, run } from '#tests/faults/support/commands';
import { endAll, newFolder } from '#tests/faults/support/processes';
import { startApp } from '#tests/support/app';
import { tokenIn } from '#tests/support/mail-links';

setDefaultTimeout(120_000);
afterEach(endAll);

test('a restore does not forget it, with the instant and the proof', async () => {
  const app = await startApp();
  const [data, safe] = [await newFolder(), await newFolder()];
  for (const name of ['data-key', 'jwt-secret']) await copyFile(join(app.folder, name), join(data, name));
  const body = {
    name: 'Johanna',
    phone: '030 5',
    email: 'johanna@post.example',
    dataProcessingConsent: true,
  };
  await app.ask('POST', api.callbackRequests, { body });
  const backUp = async (name: string) =>
    expect(await run('backup', app.folder, { args: [join(safe, name)] })).toEqual(done(name));
  const restore = async (name: string) =>
    (await run('restore', data, { args: [join(safe, name)] })).output.join('\n');
  const token = await tokenIn(app, 'callback_confirmation', 'rueckruf');
  await backUp('first.db');
  app.clock.now += 60_000;
  const { now: at } = app.clock;
  expect((await app.ask('POST', href(pages.stopCalls, { token }))).status).toBe(303);
  await backUp('second.db');

  await restore('second.db');
  expect(await restore('first.db')).toContain(' Replayed since the backup: 1 objection to calls.');
  // what it knows by now is not done again
  expect(await restore('second.db')).toContain(' Replayed since the backup: nothing.');
  await restore('first.db');
  const db = await openDatabase({ url: `file:${join(data, 'app.db')}` });
  expect(await db.read.select().from(callbackRequests)).toMatchObject([{ noCallsAt: at, processedAt: null }]);
  const kinds = await db.read.select({ kind: evidence.kind, at: evidence.at }).from(evidence);
  expect(kinds).toMatchObject([{ kind: 'call_consent' }, { kind: 'call_consent_revoked', at }]);
  await db.close();
});

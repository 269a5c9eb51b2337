/** A process that is killed while it ends a trial: the next one ends it, and nothing of it is left in any file. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { openDatabase, openWithServer } from '#db/open';
import { applications } from '#db/schema/applications';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { readSiteState, storeSiteState } from '#db/site-state';
import { newFolder, start } from '#tests/faults/support/processes';
import { abandon } from '#tests/support/abandoned';
import { afterThisTest } from '#tests/support/endings';
import { copyStaffedDatabase } from '#tests/support/template';
import { filesWith } from '#tests/support/traces';
import { until } from '#tests/support/until';

setDefaultTimeout(120_000);

const many = 3_000;
/** Of the addresses of all of them. */
const trace = 'mail.example';

test('the end of a trial survives a kill, and finishes', async () => {
  const folder = await newFolder();
  const file = join(folder, 'app.db');
  await copyStaffedDatabase(file);
  const database = { url: `file:${file}` };
  const before = await openDatabase(database);
  await before.write((tx) => storeSiteState(tx, { state: 'trial' }));
  for (let made = 0; made < many; made += 500) {
    const ids = await abandon(before, 500, Date.now());
    const mails = ids.map((id) => ({
      ...{ id, applicationId: id, emailType: 'completion' as const, recipientEmail: `${id}@mail.example` },
      ...{ status: 'sent' as const, createdAt: 0, nextAttemptAt: 0, attemptedAt: 0 },
    }));
    await before.write((tx) => tx.insert(outbox).values(mails));
    for (const id of ids.slice(0, 50))
      await Bun.write(join(folder, 'mail', `${id}.eml`), `${id}@mail.example`);
  }
  await before.close();
  const quiet = { REMINDER_FIRST_HOURS: '0', REMINDER_SECOND_HOURS: '0' };
  const server = await start(folder, quiet);
  const db = await openWithServer(database);
  afterThisTest(() => db.close());
  await db.write((tx) => storeSiteState(tx, { ending: { id: 'x', username: 'antje' } }));
  const left = () => db.fresh.$count(applications);
  await until(async () => (await left()) < many);
  await server.kill('SIGKILL');
  expect(await left()).toBeGreaterThan(0);
  expect((await readSiteState(db.fresh)).state).toBe('trial');

  await start(folder, quiet);
  await until(async () => (await readSiteState(db.fresh)).state === 'live', 60_000);
  expect(await readSiteState(db.fresh)).toMatchObject({ by: 'antje', ending: null });
  for (const table of [applications, outbox, evidence]) expect(await db.fresh.$count(table)).toBe(0);
  await until(async () => (await filesWith({ folder } as never, [trace])).length === 0, 30_000);
});

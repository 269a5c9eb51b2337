/** A restore keeps the newer state of the site. */
import { expect, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { applications } from '#db/schema/applications';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { readSiteState } from '#db/site-state';
import { changeSiteState } from '#server/features/backoffice/site-state';
import { openPrepared } from '#server/process/start';
import { startApp } from '#tests/support/app';
import { completed } from '#tests/support/applications';
import { setState } from '#tests/support/site-state';
import { siteOf } from './site';

const antje = { id: 'x', username: 'antje' };

test('of a trial that ended since, nothing comes back, and nothing is missing', async () => {
  const app = await startApp();
  const { backUp, restore, opened, expectWholeAudit } = await siteOf(app);
  await setState(app, { state: 'trial' });
  await completed(app);
  await backUp('first');
  app.clock.now += 60_000;
  await changeSiteState(app.context, antje, { state: 'live' });
  await backUp('second');
  await restore('second');
  for (const _ of ['once', 'twice']) {
    expect(await restore('first')).toEndWith('Replayed since the backup: nothing.');
    const made = await opened(({ read }) =>
      Promise.all([applications, evidence, outbox].map((table) => read.$count(table))),
    );
    expect(made).toEqual([0, 0, 0]);
    const state = { state: 'live', by: 'antje', ending: null };
    expect(await opened(({ read }) => readSiteState(read))).toMatchObject(state);
  }
  await expectWholeAudit();
});

test('of a pause the last text stays, also over a backup from before states', async () => {
  const app = await startApp();
  const { backUp, restore, opened } = await siteOf(app);
  await backUp('live');
  await changeSiteState(app.context, antje, { state: 'paused', reason: 'Umzug' });
  await backUp('first');
  app.clock.now += 60_000;
  await changeSiteState(app.context, antje, { state: 'paused', reason: 'Betriebsferien' });
  await backUp('second');
  for (const older of ['first', 'live']) {
    await restore('second');
    await restore(older);
    const state = { state: 'paused', reason: 'Betriebsferien' };
    expect(await opened(({ read }) => readSiteState(read))).toMatchObject(state);
  }
  // the newer backup is no older than what it replaces
  await restore('live');
  await restore('second');
  expect(await opened(({ read }) => readSiteState(read))).toMatchObject({ reason: 'Betriebsferien' });
});

test('the trial of a new machine is not the state of a site that moves there', async () => {
  const app = await startApp();
  const { backUp, restore, opened, file } = await siteOf(app);
  await setState(app, { since: 0 });
  const { id } = await completed(app);
  await backUp('live');
  await rm(file, { force: true });
  const fresh = await openPrepared(
    { ...app.config, database: { url: `file:${file}` }, firstState: 'trial' },
    () => {},
  );
  await fresh.close();
  await restore('live');
  expect(await opened(({ read }) => readSiteState(read))).toMatchObject({ state: 'live' });
  expect(await opened(({ read }) => read.select({ id: applications.id }).from(applications))).toEqual([
    { id },
  ]);
});

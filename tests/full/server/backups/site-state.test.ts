/** A restore of a backup from before the site went live. */
import { expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { readSiteState, storeSiteState } from '#db/site-state';
import { followSiteState } from '#server/features/backoffice/site-state';
import { startApp } from '#tests/support/app';
import { completed } from '#tests/support/applications';
import { setState } from '#tests/support/site-state';
import { siteOf } from './site';

test('a restore keeps the newer state of the site, and brings nothing of a trial back', async () => {
  const app = await startApp();
  const { backUp, restore, opened } = await siteOf(app);
  await setState(app, { state: 'trial', since: app.clock.now });
  await completed(app);
  await backUp('first');
  app.clock.now += 60_000;
  await app.db.write((tx) => storeSiteState(tx, { ending: { id: 'x', username: 'antje' } }));
  await followSiteState(app.context);
  await backUp('second');
  await restore('second');
  await restore('first');
  const restored = await opened(async ({ read }) => ({
    state: await readSiteState(read),
    made: [await read.$count(applications), await read.$count(evidence), await read.$count(outbox)],
  }));
  expect(restored).toMatchObject({ state: { state: 'live', by: 'antje', ending: null }, made: [0, 0, 0] });
});

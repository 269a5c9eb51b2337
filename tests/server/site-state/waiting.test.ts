/** What waits while a site is paused, and goes out afterwards. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { offers } from '#db/schema/law';
import { changeSiteState, followSiteState } from '#server/features/backoffice/site-state';
import { startApp } from '#tests/support/app';
import { offered, sendJson } from '../features/offers/asked';
import { begin, hour, mailsOf, open, remind } from '../jobs/reminder-case';

const antje = { id: 'x', username: 'antje' };
const pause = { state: 'paused', reason: 'Betriebsferien' } as const;
const live = { state: 'live' } as const;
const day = 24 * hour;

test('a reminder that becomes due waits, unless its draft is gone by then', async () => {
  const { app, after } = await open();
  const [stays, goes] = [await begin(app), await begin(app)];
  await changeSiteState(app.context, antje, pause);
  // nor is it queued, for the second would follow at once
  expect([await after(25 * hour), await mailsOf(app)]).toEqual([[], []]);
  await app.db.write((tx) => tx.delete(applications).where(eq(applications.id, goes.id)));
  await changeSiteState(app.context, antje, live);
  expect(await after(0)).toEqual(['first']);
  expect((await stays.application()).status).toBe(200);
});

test('a reminder that was queued before, and not sent, waits too; one that staff send does not', async () => {
  const { app, after, server, lukas } = await open();
  const [first, second] = [await begin(app), await begin(app)];
  server.refuse(451, 'later');
  await after(24 * hour);
  server.accept();
  await changeSiteState(app.context, antje, pause);
  expect(await after(hour)).toEqual([]);
  expect((await remind(lukas, first.id)).status).toBe(200);
  await changeSiteState(app.context, antje, live);
  expect(await after(0)).toEqual(['first']);
  expect((await second.application()).status).toBe(200);
});

test('a reminder of an offer waits', async () => {
  const { app, after } = await open();
  await sendJson(app, { reminderConsent: true });
  await after(0);
  await changeSiteState(app.context, antje, pause);
  expect(await after(28 * day)).toEqual([]);
});

describe('the end of an offer', () => {
  const ends = async (app: Awaited<ReturnType<typeof startApp>>) =>
    (await app.db.read.select({ at: offers.expiresAt }).from(offers)).map(({ at }) => at);

  test('moves by the pause, which ends at its midnight also if nobody was there', async () => {
    const app = await startApp();
    await offered(app);
    const [before = 0] = await ends(app);
    // 20 November, 10:00 in Germany
    await changeSiteState(app.context, antje, { ...pause, resumeOn: '2026-11-25' });
    app.clock.now += 10 * day;
    await followSiteState(app.context);
    expect(app.context.site.current()).toMatchObject({ ...live, by: null });
    expect(await ends(app)).toEqual([before + 4 * day + 14 * hour]);
  });
});

/** Two instances on one database server follow the state of the site within 15 s, whoever changes it. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Database } from '#db/client';
import { applications } from '#db/schema/applications';
import { readSiteState, storeSiteState } from '#db/site-state';
import { api, pages } from '#domain/urls';
import { createCluster, send, timed } from '#tests/faults/support/instances';
import { applicantOfToday, openApplication } from '#tests/faults/support/processes';
import { abandon } from '#tests/support/abandoned';
import type { RunningServer } from '#tests/support/server';
import { administrator, bearer, tokenOf } from '#tests/support/staff';
import { auditOf } from '#tests/support/stored';
import { until } from '#tests/support/until';

setDefaultTimeout(120_000);

const cluster = createCluster();
const person = applicantOfToday();
const trialBar = 'Probebetrieb: Anträge werden nicht bearbeitet.';
const paused = 'Zurzeit nehmen wir keine neuen Anträge an.';
let db: Database;
let both: RunningServer[];

beforeAll(async () => {
  const { url } = await cluster.startPrepared();
  db = await cluster.database(url);
  await db.write((tx) => storeSiteState(tx, { state: 'trial' }));
  both = await cluster.pair(url, { RATE_LIMIT: 'off' });
});

const says = async ({ url }: RunningServer, sentence: string) =>
  (await (await fetch(url + pages.home)).text()).includes(sentence);
const urls = () => both.map(({ url }) => url);

/** Until both say it, or neither does; in seconds. */
async function followed(sentence: string, isSaid: boolean): Promise<number> {
  const { seconds } = await timed(() =>
    Promise.all(both.map((one) => until(async () => (await says(one, sentence)) === isSaid))),
  );
  return seconds;
}

async function put(url: string, change: object): Promise<number> {
  const body = { currentPassword: administrator.password, ...change };
  return (await send(url, 'PUT', api.siteState, { body, headers: bearer(await tokenOf(url)) })).status;
}

test('what visitors save once a trial has ended stays, although both instances have erased', async () => {
  expect(await says(both[0] as RunningServer, trialBar)).toBe(true);
  for (let part = 0; part < 4; part += 1) await abandon(db, 250, Date.now());
  const ended = followed(trialBar, false);
  await db.write((tx) => storeSiteState(tx, { ending: { id: 'x', username: 'antje' } }));
  const real: string[] = [];
  const isLive = async () => (await readSiteState(db.fresh)).state === 'live';
  for (let after = 0; after < 40; ) {
    const { id, save } = openApplication();
    const wasLive = await isLive();
    const { status } = await save(urls()[after % 2] ?? '', 'horse-data', person['horse-data']);
    expect(status).toBe(201);
    if (!wasLive) continue;
    real.push(id);
    after += 1;
  }
  expect(await ended).toBeLessThan(60);
  const kept = (await db.read.select({ id: applications.id }).from(applications)).map(({ id }) => id);
  expect(kept).toEqual(expect.arrayContaining(real));
  expect(await auditOf({ db }, 'site_state_changed')).toHaveLength(1);
});

test('a pause holds on both, a completion at once', async () => {
  const [one = '', other = ''] = urls();
  const application = openApplication();
  await application.fill(other, person);
  expect(await put(one, { state: 'paused', reason: 'Umzug' })).toBe(200);
  expect((await application.complete(other)).status).toBe(409);
  expect(await followed(paused, true)).toBeLessThan(15);
  for (const url of urls()) {
    const { save } = openApplication();
    expect((await save(url, 'horse-data', person['horse-data'])).status).toBe(409);
  }
  expect(await put(other, { state: 'live' })).toBe(200);
  expect(await followed(paused, false)).toBeLessThan(15);
  expect((await application.complete(one)).status).toBe(200);
});

test('of two administrators at once, each change is one row of the audit log, and the last one is the state', async () => {
  const before = (await auditOf({ db }, 'site_state_changed')).length;
  const reasons = ['Umzug', 'Betriebsferien'];
  const changes = reasons.map((reason, index) => put(urls()[index] ?? '', { state: 'paused', reason }));
  expect(await Promise.all(changes)).toEqual([200, 200]);
  const rows = (await auditOf({ db }, 'site_state_changed')).slice(before);
  expect(rows.map(({ subjectId }) => subjectId)).toEqual(['live → paused', 'paused → paused']);
  const { reason } = await readSiteState(db.fresh);
  expect(reasons).toContain(reason ?? '');
  expect(await followed(reason ?? '', true)).toBeLessThan(15);
});

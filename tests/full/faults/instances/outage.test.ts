/** Two instances while their database server is frozen, or is restarted. */
// ASVS 16.5.2
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { freeze } from '#tests/db/support/processes';
import { createCluster, patienceSeconds, send, tally, timed } from '#tests/faults/support/instances';
import { applicantOfToday, openApplication } from '#tests/faults/support/processes';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import type { RunningServer } from '#tests/support/server';
import { administrator, bearer, tokenOf } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(90_000);

const cluster = createCluster();
const person = applicantOfToday();
const horse = person['horse-data'];
let sqld: Awaited<ReturnType<typeof cluster.startSqld>>;
let instances: [RunningServer, RunningServer];

beforeAll(async () => {
  sqld = await cluster.startSqld();
  // the database is empty, so one of them creates the tables and the administrator
  instances = await cluster.pair(sqld.url);
});

test('with a frozen database server calls get 503 in time, public pages still load, and all recovers', async () => {
  const urls = instances.map(({ url }) => url);
  const application = openApplication();
  const { id } = application;
  await application.fill(instances[0].url, person);
  const headers = bearer(await tokenOf(instances[0].url));
  await freeze(sqld.child);
  const set = (key: 'horse-data' | 'contact-data', from?: string) =>
    ['POST', href(api.set(key), { id }), { body: person[key], from }] as const;
  const calls: (readonly [method: string, path: string, options?: Parameters<typeof send>[3]])[] = [
    ['GET', '/health'],
    ['GET', href(api.application, { id })],
    set('horse-data'),
    // its statements are known
    set('contact-data'),
    ['PUT', href(api.complete, { id }), { body: {} }],
    ['POST', api.callbackRequests, { body: wish }],
    ['GET', api.dashboard, { headers }],
    ['POST', api.login, { body: administrator }],
    // many writes at once: a queued write does not wait for the timeout of each write before it
    ...Array.from({ length: 20 }, (_, index) => set('horse-data', `192.0.2.${index}`)),
  ];
  const views = [pages.home, pages.imprint, pages.privacy, href(pages.application, { id })];
  const asked = urls.flatMap((url) => calls.map((call) => timed(() => send(url, ...call))));
  const viewed = urls.flatMap((url) => views.map((path) => send(url, 'GET', path)));
  const [answers, shown] = await Promise.all([Promise.all(asked), Promise.all(viewed)]);
  sqld.child.kill('SIGCONT');
  expect(tally(answers.map(({ result }) => result))).toEqual({ 503: 2 * calls.length });
  expect(tally(shown)).toEqual({ 200: 2 * views.length });
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(patienceSeconds);
  const saves = async () => {
    const saved = await Promise.all(urls.map((url) => application.save(url, 'horse-data', horse)));
    return saved.every(({ status }) => status === 200);
  };
  await until(async () => (await allWell(instances)) && (await saves()));
});

test('while the database server is restarted under load, calls get 503 and no other error', async () => {
  const application = openApplication();
  await application.fill(instances[0].url, person);
  const statuses = new Set<number>();
  const path = href(api.set('horse-data'), { id: application.id });
  let loading = true;
  const load = Array.from({ length: 16 }, async (_, visitor) => {
    const { url } = instances[visitor % 2 ? 0 : 1];
    for (let count = 0; loading; count += 1) {
      const from = `198.51.${visitor}.${count % 250}`;
      const { status } = await (visitor % 4 < 2
        ? send(url, 'POST', path, { body: horse, from })
        : send(url, 'GET', api.tariffs, { from }));
      statuses.add(status);
    }
  });
  sqld.child.kill('SIGTERM');
  await sqld.child.exited;
  sqld = await cluster.startSqld(sqld.dbPath, sqld.port);
  await until(() => allWell(instances));
  loading = false;
  await Promise.all(load);
  expect([...statuses].toSorted()).toEqual([200, 503]);
});

async function allWell(all: RunningServer[]): Promise<boolean> {
  const answers = await Promise.all(all.map(({ url }) => send(url, 'GET', '/health')));
  return answers.every(({ status }) => status === 200);
}

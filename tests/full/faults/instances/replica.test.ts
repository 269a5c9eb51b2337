/** An instance with a local replica reads from the replica and writes to the primary database. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { freeze } from '#tests/db/support/processes';
import { createCluster, patienceSeconds, send, tally, timed } from '#tests/faults/support/instances';
import { applicantOfToday, openApplication } from '#tests/faults/support/processes';
import type { RunningServer } from '#tests/support/server';
import { administrator, bearer, call, tokenOf } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(60_000);

const cluster = createCluster();
const person = applicantOfToday();
let sqld: Awaited<ReturnType<typeof cluster.startPrepared>>;
let centre: RunningServer;
let edge: RunningServer;

beforeAll(async () => {
  sqld = await cluster.startPrepared();
  centre = await cluster.instance(sqld.url);
  edge = await cluster.instance(`file:${cluster.path('edge.db')}`, { DATABASE_SYNC_URL: sqld.url });
});

test('an instance with a replica reads what it has just written, for every feature', async () => {
  const application = openApplication();
  for (const key of setKeys) {
    const saved = await application.save(edge.url, key, person[key]);
    const read = await application.read(edge.url, key);
    expect([saved.status, read.status]).toEqual([201, 200]);
    expect(await read.json()).toEqual(await saved.json());
  }
  expect((await application.complete(edge.url)).status).toBe(200);
  const staff = bearer(await tokenOf(edge.url));
  const details = await call(edge.url, 'GET', href(api.details, { id: application.id }), undefined, staff);
  expect(await details.json()).toMatchObject({
    application: { completed: true },
    contactData: { email: person['contact-data'].email },
  });
});

test('writes of another instance reach the replica, and rate limits count both together', async () => {
  const application = openApplication();
  await application.save(centre.url, 'horse-data', person['horse-data']);
  const isThere = async () =>
    (await send(edge.url, 'GET', href(api.application, { id: application.id }))).status === 200;
  await until(isThere);

  const writes = Array.from({ length: 70 }, (_, index) =>
    send(index % 2 ? edge.url : centre.url, 'PUT', href(api.step, { id: application.id }), {
      body: { step: 1 },
      from: '203.0.113.70',
    }),
  );
  expect(tally(await Promise.all(writes))).toEqual({ 200: 60, 429: 10 });
});

test('while the primary is frozen the replica serves reads, and writes get 503', async () => {
  const application = openApplication();
  await application.save(edge.url, 'horse-data', person['horse-data']);
  await freeze(sqld.child);
  const [written, health, read, page] = await Promise.all(
    [
      () => application.save(edge.url, 'contact-data', person['contact-data']),
      () => send(edge.url, 'GET', '/health'),
      () => send(edge.url, 'GET', href(api.application, { id: application.id })),
      () => send(edge.url, 'GET', pages.home),
    ].map((ask) => timed(ask)),
  );
  sqld.child.kill('SIGCONT');
  expect([written, health, read, page].map((one) => one?.result.status)).toEqual([503, 503, 200, 200]);
  expect(Math.max(written?.seconds ?? 99, health?.seconds ?? 99)).toBeLessThan(patienceSeconds);
  await until(async () => {
    const saved = await application.save(edge.url, 'contact-data', person['contact-data']);
    return saved.ok;
  });
});

test('the instance refuses to serve when the primary has become another database', async () => {
  const application = openApplication();
  await application.save(edge.url, 'horse-data', person['horse-data']);
  sqld.child.kill('SIGKILL');
  await sqld.child.exited;
  const impostor = await cluster.startSqld(undefined, sqld.port);
  const db = await cluster.database(impostor.url);
  const refuses = async (path: string) => (await send(edge.url, 'GET', path)).status === 503;
  await until(() => refuses('/health'));
  expect(await refuses(href(api.application, { id: application.id }))).toBe(true);
  const written = await application.save(edge.url, 'contact-data', person['contact-data']);
  const signedIn = await send(edge.url, 'POST', api.login, { body: administrator });
  expect([written.status, signedIn.status]).toEqual([503, 503]);
  expect((await send(edge.url, 'GET', pages.home)).status).toBe(200);
  await db.close();
});

/** A start that waits for its database logs what for, is not reported as ready before it is, and asks again. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { linesOf } from '#tests/db/support/processes';
import { common, createCluster } from '#tests/faults/support/instances';
import { newFolder, spawnServer } from '#tests/faults/support/processes';
import { afterThisTest } from '#tests/support/endings';
import { freePort } from '#tests/support/ports';

setDefaultTimeout(60_000);
const cluster = createCluster();

test('a waiting start logs it after 2 s, continues automatically, and is ready once the administrator exists', async () => {
  const sqld = await cluster.startSqld();
  const [anything, users] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const database = haltingProxy(sqld.url, async (statements) => {
    await anything.promise;
    if (/from \W+users/.test(statements)) await users.promise;
  });
  const port = String(freePort());
  const env = { ...common, DATA_DIR: await newFolder(), DATABASE_URL: database, PORT: port };
  const child = await spawnServer(env);
  const [stdout, stderr] = [linesOf(child.stdout), linesOf(child.stderr)];
  const warnings: Record<string, string>[] = [];
  // on a slow machine it may log that it waits for other things too
  const waitsFor = async (what: string) => {
    while (warnings.at(-1)?.for !== what) warnings.push(JSON.parse((await stderr.next()).value ?? 'null'));
  };
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  await waitsFor('database');
  anything.resolve();

  await waitsFor('administrator');
  const [health, ready] = [await get('/health'), await get('/ready')];
  expect([health.status, (await health.json()).status]).toEqual([503, 'starting']);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting' }]);
  users.resolve();

  expect(JSON.parse((await stdout.next()).value ?? '{}')).toMatchObject({ event: 'ready' });
  expect([(await get('/health')).status, (await get('/ready')).status]).toEqual([200, 200]);
  for (const line of warnings) expect(line).toMatchObject({ level: 'warn', event: 'start_waits' });
  expect(new Set(warnings.map((line) => line.for)).size).toBe(warnings.length);
});

test('a start goes on after a commit whose response is lost', async () => {
  const sqld = await cluster.startSqld();
  let lost = 0;
  let isWritten = false;
  const database = haltingProxy(sqld.url, async (statements) => {
    isWritten ||= /insert into \W+users/.test(statements);
    // that of the commit, and that of the question whether the server is alive
    if (isWritten && /COMMIT|SELECT 1/.test(statements) && lost < 2) {
      lost += 1;
      await new Promise<never>(() => {});
    }
  });
  await cluster.instance(database);
  expect(lost).toBe(2);
});

/** A proxy before the database server that delays each response until `until` resolves. */
function haltingProxy(target: string, until: (statements: string) => Promise<void>): string {
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { method, headers } = request;
      const body = await request.bytes();
      const { pathname } = new URL(request.url);
      const sent = method === 'GET' ? null : body;
      const response = await fetch(target + pathname, { method, headers, body: sent, decompress: false });
      await until(Buffer.from(body).toString('latin1'));
      return response;
    },
  });
  afterThisTest(() => proxy.stop(true));
  return proxy.url.origin;
}

/** A start that has to wait for its database says for what, and nobody is told that it is ready before it is. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { ensureBuilt } from '#server/build/main';
import { freePort, linesOf } from '#tests/db/support/processes';
import { common, neighbours } from '#tests/faults/support/instances';
import { bareEnvironment, newFolder, onEnd } from '#tests/faults/support/processes';
import { root } from '#tests/support/server';

setDefaultTimeout(60_000);
const here = neighbours();
afterEach(here.end);

test('it says so after 2 s, goes on by itself, and is not ready before it has its administrator', async () => {
  const sqld = await here.startSqld();
  const [anything, users] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const database = haltingProxy(sqld.url, async (statements) => {
    await anything.promise;
    if (/from \W+users/.test(statements)) await users.promise;
  });
  const port = String(freePort());
  const { stdout, stderr } = await begin({ ...common, DATABASE_URL: database, PORT: port });
  const said: Record<string, string>[] = [];
  // a slow machine may keep it waiting for other things too
  const waitsFor = async (what: string) => {
    while (said.at(-1)?.for !== what) said.push(JSON.parse((await stderr.next()).value ?? 'null'));
  };
  const asked = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  await waitsFor('database');
  anything.resolve();

  await waitsFor('administrator');
  const [health, ready] = [await asked('/health'), await asked('/ready')];
  expect([health.status, (await health.json()).status]).toEqual([503, 'starting']);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting' }]);
  users.resolve();

  expect(JSON.parse((await stdout.next()).value ?? '{}')).toMatchObject({ event: 'ready' });
  expect([(await asked('/health')).status, (await asked('/ready')).status]).toEqual([200, 200]);
  for (const line of said) expect(line).toMatchObject({ level: 'warn', event: 'start_waits' });
  expect(new Set(said.map((line) => line.for)).size).toBe(said.length);
});

/** A server before the database server, by which each request waits for `until`. */
function haltingProxy(target: string, until: (statements: string) => Promise<void>): string {
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { method, headers } = request;
      const body = await request.bytes();
      await until(Buffer.from(body).toString('latin1'));
      const { pathname } = new URL(request.url);
      const sent = method === 'GET' ? null : body;
      return await fetch(target + pathname, { method, headers, body: sent, decompress: false });
    },
  });
  onEnd(() => proxy.stop(true));
  return proxy.url.origin;
}

/** Begins a start; what it says is read as it comes. */
async function begin(env: Record<string, string>) {
  await ensureBuilt();
  const child = Bun.spawn([process.execPath, 'dist-server/main.js'], {
    cwd: root,
    env: bareEnvironment({ DATA_DIR: await newFolder(), ...env }),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  onEnd(async () => {
    child.kill('SIGKILL');
    await child.exited;
  });
  return { stdout: linesOf(child.stdout), stderr: linesOf(child.stderr) };
}

/** What a stop of the server may meet, and servers whose launcher or reader is gone. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { api, href } from '#domain/urls';
import { linesOf } from '#tests/db/support/processes';
import {
  applicantOfToday,
  bareEnvironment,
  halfSent,
  isListening,
  newFolder,
  newMailServer,
  openApplication,
  start,
  untilGone,
} from '#tests/faults/support/processes';
import { freePort } from '#tests/support/ports';
import { root } from '#tests/support/server';
import { copyStaffedDatabase } from '#tests/support/template';
import { until } from '#tests/support/until';

setDefaultTimeout(30_000);

const horse = applicantOfToday()['horse-data'];

describe('a stop', () => {
  test('by SIGINT exits with 0', async () => {
    const server = await start(await newFolder());
    expect(await server.kill('SIGINT')).toBe(0);
  });

  test('does not wait longer than its deadline for a request and a mail that never finish', async () => {
    const mailServer = await newMailServer();
    const server = await start(await newFolder(), { SMTP_URL: mailServer.url });
    const held = mailServer.hold();
    const application = openApplication();
    await application.fill(server.url, applicantOfToday());
    await application.complete(server.url);
    await held.reached;
    await halfSent(server.url, href(api.set('horse-data'), { id: crypto.randomUUID() }), horse);
    const began = performance.now();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(performance.now() - began).toBeLessThan(25_000);
    held.release();
  });
});

describe('a stop with DRAIN_SECONDS', () => {
  test('reports 503 to the proxy, still serves requests, and exits with 0', async () => {
    const folder = await newFolder();
    // longer than the requests take on any machine; a second signal ends it
    const server = await start(folder, { DRAIN_SECONDS: '30' });
    const get = (path: string) => fetch(server.url + path);
    const ready = await get('/ready');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
    expect((await get('/')).headers.get('connection')).not.toBe('close');

    const stopped = server.kill('SIGTERM');
    await untilDraining(server.url);
    const application = openApplication();
    const saved = await application.save(server.url, 'horse-data', horse);
    expect([saved.status, saved.headers.get('connection')]).toEqual([201, 'close']);
    for (const path of ['/', '/impressum', '/health', '/nirgends', '/api/tariffs']) {
      const { status, headers } = await get(path);
      const answer = { path, status, connection: headers.get('connection') };
      expect(answer).toEqual({ path, status: path === '/nirgends' ? 404 : 200, connection: 'close' });
    }
    await server.kill('SIGTERM');
    expect(await stopped).toBe(0);

    const again = await start(folder);
    expect((await application.read(again.url, 'horse-data')).status).toBe(200);
  });

  test('takes these seconds', async () => {
    const server = await start(await newFolder(), { DRAIN_SECONDS: '1' });
    const began = performance.now();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(950);
  });
});

test('a server whose output nobody reads keeps responding', async () => {
  const port = freePort();
  const folder = await newFolder();
  await copyStaffedDatabase(join(folder, 'app.db'));
  const env = bareEnvironment({ DATA_DIR: folder, PORT: String(port) });
  // `true` ends at once, so that every write of the server fails
  const command = ['sh', '-c', '"$0" dist-server/main.js 2>&1 | true', process.execPath];
  const shell = Bun.spawn(command, { cwd: root, env, detached: true, stdio: ['ignore', 'ignore', 'ignore'] });
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status, String);
  try {
    await until(async () => (await statusOf('/health')) === 200);
    // each request writes a line of the log
    expect([await statusOf('/api/tariffs'), await statusOf('/api/tariffs')]).toEqual([200, 200]);
    expect(await statusOf('/health')).toBe(200);
  } finally {
    process.kill(-shell.pid, 'SIGKILL');
    await shell.exited;
  }
});

describe('`bun run start`', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)('stops the server when it is ended by %s', async (signal) => {
    const folder = await newFolder();
    await copyStaffedDatabase(join(folder, 'app.db'));
    const command = Bun.spawn([process.execPath, 'run', 'start'], {
      cwd: root,
      env: bareEnvironment({ DATA_DIR: folder }),
      stdout: 'pipe',
      stderr: 'ignore',
    });
    try {
      const url = await addressIn(command.stdout);
      expect((await fetch(`${url}/health`)).status).toBe(200);
      command.kill(signal);
      await command.exited;
      await untilGone(url);
      expect(await isListening(url)).toBe(false);
    } finally {
      command.kill('SIGKILL');
    }
    // the lock is released a moment after the port
    const again = await startSoon(folder);
    expect((await fetch(`${again.url}/health`)).status).toBe(200);
  });
});

async function untilDraining(url: string): Promise<void> {
  await until(async () => (await fetch(`${url}/ready`)).status === 503);
}

async function startSoon(folder: string) {
  const limit = AbortSignal.timeout(20_000);
  for (;;) {
    const started = await start(folder).catch((error: unknown) => {
      if (limit.aborted || !String(error).includes('already in use')) throw error;
      return null;
    });
    if (started) return started;
  }
}

/** The address in the first line that contains one. */
async function addressIn(output: ReadableStream<Uint8Array>): Promise<string> {
  for await (const line of linesOf(output)) {
    const found = /"url":"(http:[^"]+)"/.exec(line)?.[1];
    if (found) return found;
  }
  throw new Error('The server did not start.');
}

/** Start, stop, kill and restart of the server. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { api, href } from '#domain/urls';
import { linesOf } from '#tests/db/support/processes';
import { freePort } from '#tests/support/ports';
import { root } from '#tests/support/server';
import { startMailServer } from '#tests/support/smtp';
import { copyStaffedDatabase } from '#tests/support/template';
import { until } from '#tests/support/until';
import {
  applicantOfToday,
  bareEnvironment,
  endAll,
  halfSent,
  isListening,
  newFolder,
  openApplication,
  start,
  untilGone,
} from './support/processes';

setDefaultTimeout(30_000);
afterEach(endAll);

const horse = applicantOfToday()['horse-data'];

describe('a server', () => {
  test('prints its address and is healthy', async () => {
    const { url } = await start(await newFolder());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const health = await fetch(`${url}/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  });

  test('still has the saved data after it was killed', async () => {
    const folder = await newFolder();
    const killed = await start(folder);
    const application = openApplication();
    const saved = await application.save(killed.url, 'horse-data', horse);
    expect(saved.status).toBe(201);
    await killed.kill('SIGKILL');

    const { url } = await start(folder);
    const read = await application.read(url, 'horse-data');
    expect([read.status, await read.json()]).toEqual([200, await saved.json()]);
  });

  test('still has the saved data, bank data included, after it was stopped', async () => {
    const folder = await newFolder();
    const stopped = await start(folder);
    const application = openApplication();
    const person = applicantOfToday();
    await application.fill(stopped.url, person);
    expect(await stopped.kill('SIGTERM')).toBe(0);

    const { url } = await start(folder);
    const mandate = await (await application.read(url, 'sepa-mandate')).json();
    expect(mandate).toMatchObject({ iban: person['sepa-mandate'].iban });
  });
});

describe('a stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s exits with 0', async (signal) => {
    const server = await start(await newFolder());
    expect(await server.kill(signal)).toBe(0);
  });

  test('finishes a pending request and accepts no other', async () => {
    const folder = await newFolder();
    const server = await start(folder);
    const application = openApplication();
    const request = await halfSent(server.url, href(api.set('horse-data'), { id: application.id }), horse);
    // when this has a response, the first half has arrived on the other connection
    await fetch(`${server.url}/health`);
    const stopped = server.kill('SIGTERM');
    await untilGone(server.url);
    request.sendRest();
    expect(await request.answer).toStartWith('HTTP/1.1 201');
    expect(await stopped).toBe(0);

    const again = await start(folder);
    expect((await application.read(again.url, 'horse-data')).status).toBe(200);
  });

  test('does not wait longer than its deadline for a request and a mail that never finish', async () => {
    const mailServer = await startMailServer();
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
    await mailServer.stop();
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

  test.each(['SIGTERM', 'SIGINT'] as const)('is immediate after a second signal, %s', async (signal) => {
    const server = await start(await newFolder(), { DRAIN_SECONDS: '30' });
    const began = performance.now();
    const stopped = server.kill('SIGTERM');
    await untilDraining(server.url);
    await server.kill(signal);
    expect(await stopped).toBe(0);
    expect(performance.now() - began).toBeLessThan(30_000);
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

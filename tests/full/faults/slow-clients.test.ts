/** Clients that never finish a request are disconnected in time and do not slow down others. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { newFolder, openApplication, start } from '#tests/faults/support/processes';
import { johanna } from '#tests/support/people';

setDefaultTimeout(60_000);
/** The limit in `server/app.ts`, and what the server's coarse timer may add on a busy machine. */
const idleMs = 12_000;
const graceMs = 10_000;

const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

type Client = {
  socket: Socket;
  /** How long the connection stayed open in ms. Rejects when it stays open too long. */
  dropped: Promise<number>;
};

/** Connects and sends `first`, then one byte of `drip` each second. */
function client(url: string, first: string, drip = ''): Promise<Client> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const { promise: dropped, resolve, reject } = Promise.withResolvers<number>();
  const connected = Promise.withResolvers<Client>();
  // a late rejection must not fail a test that no longer waits for it
  dropped.catch(() => undefined);
  socket.resume();
  socket.on('error', connected.reject);
  socket.on('connect', () => {
    const begun = performance.now();
    if (first) socket.write(first);
    let sent = 0;
    const dripping = setInterval(() => {
      if (drip) socket.write(drip[sent++ % drip.length] ?? '');
    }, 1000);
    const late = setTimeout(() => reject(new Error('still connected')), idleMs + graceMs);
    socket.on('close', () => {
      clearInterval(dripping);
      clearTimeout(late);
      resolve(performance.now() - begun);
    });
    connected.resolve({ socket, dropped });
  });
  return connected.promise;
}

const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

describe('a client that', () => {
  const slow: [name: string, first: string, drip?: string][] = [
    ['sends nothing', ''],
    ['sends half a head', 'GET / HTTP/1.1\r\nHost: loc'],
    ['sends its head slowly', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-A: b\r\n'],
    ['sends half a body', `${head}Content-Length: 100\r\n\r\n{"username":`],
    ['announces a chunked body and sends none', `${head}Transfer-Encoding: chunked\r\n\r\n`],
    ['sends its body slowly', `${head}Content-Length: 60000\r\n\r\n{"username":"`, 'x'],
    ['sends one request and stays connected', 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ];

  // all in one test, so that they wait in parallel
  test('never finishes a request is disconnected after 12 seconds, whatever it sends', async () => {
    const { url } = await start(await newFolder());
    const clients = await Promise.all(slow.map(([, first, drip]) => client(url, first, drip)));
    const kept = await Promise.all(
      clients.map(({ dropped }) => dropped.catch(() => Number.POSITIVE_INFINITY)),
    );
    const figures = slow.map(([name], index) => `${name}: ${((kept[index] ?? 0) / 1000).toFixed(1)} s`);
    console.log(figures.join(', '));
    expect(figures.filter((_, index) => (kept[index] ?? 0) > idleMs + graceMs)).toEqual([]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });
});

test('a thousand idle connections do not keep others from being served', async () => {
  const { url } = await start(await newFolder(), { RATE_LIMIT: 'off' });
  const crowd = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      client(url, index % 2 === 0 ? '' : 'GET / HTTP/1.1\r\nHost: x\r\n'),
    ),
  );
  for (let visit = 0; visit < 20; visit += 1) {
    const page = await fetch(url);
    await page.bytes();
    const saved = await openApplication().save(url, 'contact-data', johanna['contact-data']);
    expect([page.status, saved.status]).toEqual([200, 201]);
  }
  expect(crowd.filter(({ socket }) => !socket.destroyed)).toHaveLength(1000);
});

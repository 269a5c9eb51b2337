/** Requests whose address cannot be read: refused like any other, and no URL with an id goes anywhere. */
import { afterEach, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { api, href, pages } from '#domain/urls';
import { startApp } from '#tests/support/app';
import { endAll, newFolder, start } from './support/processes';

afterEach(endAll);

const id = crypto.randomUUID();
const malformed: [name: string, version: string, hosts: string[]][] = [
  ...[
    '%',
    '[',
    ']',
    'a b',
    '',
    'a/b',
    'a?b',
    'a#b',
    'a@b',
    'a\\b',
    'a,b',
    'müller',
    'a%2fb',
    '[::1',
    '::1',
  ].map((host): [string, string, string[]] => [host, '1.1', [host]]),
  ...['a:99999', 'a:x', '256.1.1.1', `${'a'.repeat(2000)}[`].map((host): [string, string, string[]] => [
    host,
    '1.1',
    [host],
  ]),
  ['two', '1.1', ['localhost', 'evil.example']],
  ['the same twice', '1.1', ['localhost', 'localhost']],
  ['none, as long ago', '1.0', []],
];
const calls: [method: string, path: string][] = [
  ['GET', '/'],
  ['GET', `/nope/${id}`],
  ['GET', href(pages.application, { id })],
  ['GET', pages.login],
  ['GET', '/static/favicon.svg'],
  ['GET', '/health'],
  ['GET', href(api.application, { id })],
  ['GET', `/api/nope/${id}`],
  ['POST', href(api.set('horse-data'), { id })],
  ['DELETE', href(api.staffApplication, { id })],
];

/** Everything that a server says to a request of such lines. */
function told(url: string, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const socket = connect(Number(port), hostname, () => {
    socket.write(`${[...lines, 'Connection: close', 'Content-Length: 0'].join('\r\n')}\r\n\r\n`);
  });
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(text));
  return promise;
}

const headed = (method: string, path: string, version: string, hosts: string[]) => [
  `${method} ${path} HTTP/${version}`,
  ...hosts.map((host) => `Host: ${host}`),
];

test('a malformed, missing or second Host is a 400, and nobody hears of the address', async () => {
  const { url, kill, stderr } = await start(await newFolder());
  // kept ready: what is answered before anything else must not be, then
  await told(url, headed('GET', pages.home, '1.1', ['localhost']));
  for (const [name, version, hosts] of malformed) {
    // the name that stands in for none is one that the server knows
    await told(url, headed('GET', pages.home, '1.1', ['localhost']));
    for (const [method, path] of calls) {
      const answer = await told(url, headed(method, path, version, hosts));
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const found = { name, method, path, status: head.split(' ')[1] };
      expect(found).toEqual({ name, method, path, status: '400' });
      expect(JSON.parse(body)).toEqual({ message: 'Die Adresse der Anfrage ist ungültig.' });
      expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}\r?$/im);
      expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im);
      expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
      expect(head).toMatch(/^strict-transport-security: /im);
      expect(answer).not.toContain(id);
    }
  }
  for (const host of [
    'a',
    'a:',
    'localhost',
    'x.example:8080',
    '127.0.0.1',
    '[::1]:3000',
    'a_b',
    'x.example.',
  ]) {
    const page = await told(url, headed('GET', `/nope/${id}`, '1.1', [host]));
    const json = await told(url, headed('GET', `/api/nope/${id}`, '1.1', [host]));
    const known = await told(url, headed('GET', api.tariffs, '1.1', [host]));
    const statuses = [page, json, known].map((answer) => answer.split(' ')[1]);
    expect({ host, statuses }).toEqual({ host, statuses: ['404', '404', '200'] });
    expect(page).toContain('</html>');
    expect(json).toContain('{"message":');
  }
  await kill('SIGTERM');
  expect(await stderr()).toBe('');
});

test('what gets past every handler is told like any other error, and logged without its words', async () => {
  const { app, clock, logged } = await startApp();
  app.listen({ port: 0, hostname: '127.0.0.1' });
  const url = `http://127.0.0.1:${app.server?.port}`;
  // once it is kept, the landing page is answered around the whole application
  while (!(await fetch(url)).headers.has('etag')) await new Promise(setImmediate);
  Object.defineProperty(clock, 'now', {
    get() {
      throw new Error(`kanari ${url}/application/${id}`);
    },
  });
  const answer = await fetch(url);
  expect(answer.status).toBe(500);
  const requestId = answer.headers.get('x-request-id') ?? '-';
  expect(await answer.json()).toEqual({ message: expect.stringContaining(requestId) });
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({ event: 'request failed', requestId });
  expect(logged.join()).not.toMatch(new RegExp(`kanari|${id}`));
  await app.stop(true);
});

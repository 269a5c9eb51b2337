/** Requests with an unreadable address are refused like others, and their URL, which may hold an id, is not leaked. */
// ASVS 4.2.1, 16.2.4, 16.4.1
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { api, href, pages } from '#domain/urls';
import { newFolder, start, withoutStartLines } from '#tests/faults/support/processes';
import { startApp } from '#tests/support/app';

const id = crypto.randomUUID();
const malformed: [name: string, version: string, hosts: string[]][] = [
  ...[
    ...['%', '[', ']', 'a b', '', 'a/b', 'a?b', 'a#b', 'a@b', 'a\\b', 'a,b', 'müller', 'a%2fb'],
    ...['[::1', '::1', 'a:99999', 'a:x', '256.1.1.1', `${'a'.repeat(2000)}[`],
  ].map((host): [string, string, string[]] => [host, '1.1', [host]]),
  ['two names', '1.1', ['localhost', 'evil.example']],
  ['the same name twice', '1.1', ['localhost', 'localhost']],
  ['no name in HTTP/1.0', '1.0', []],
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

/** The whole response to a request with these lines. */
function responseTo(url: string, lines: string[]): Promise<string> {
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

test('a malformed, missing or second Host header gets 400, and neither response nor log contains the URL', async () => {
  const { url, kill, stderr } = await start(await newFolder());
  // puts the page into the cache, from which such a request must not be served either
  await responseTo(url, headed('GET', pages.home, '1.1', ['localhost']));
  for (const [name, version, hosts] of malformed) {
    // a request before each case, because a server may reuse the last valid name
    await responseTo(url, headed('GET', pages.home, '1.1', ['localhost']));
    for (const [method, path] of calls) {
      const answer = await responseTo(url, headed(method, path, version, hosts));
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
  const accepted = ['a', 'a:', 'localhost', 'x.example:8080', '127.0.0.1', '[::1]:3000', 'a_b', 'x.example.'];
  for (const host of accepted) {
    const page = await responseTo(url, headed('GET', `/nope/${id}`, '1.1', [host]));
    const json = await responseTo(url, headed('GET', `/api/nope/${id}`, '1.1', [host]));
    const known = await responseTo(url, headed('GET', api.tariffs, '1.1', [host]));
    const statuses = [page, json, known].map((answer) => answer.split(' ')[1]);
    expect({ host, statuses }).toEqual({ host, statuses: ['404', '404', '200'] });
    expect(page).toContain('</html>');
    expect(json).toContain('{"message":');
  }
  await kill('SIGTERM');
  expect(withoutStartLines(await stderr())).toBe('');
});

// ASVS 16.3.4
test('an error outside of every handler gets the usual response, and its message is not logged', async () => {
  const { app, clock, logged } = await startApp();
  app.listen({ port: 0, hostname: '127.0.0.1' });
  const url = `http://127.0.0.1:${app.server?.port}`;
  // a cached landing page is served without the rest of the application
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

/**
 * Requests that no browser sends, as bytes to a server in production. One with an unreadable address is refused like
 * others, and its URL, which may hold an id, is not leaked.
 */
import { expect, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { answerTo, newFolder, start, withoutStartLines } from '#tests/faults/support/processes';
import { startApp } from '#tests/support/app';
import { until } from '#tests/support/until';

const statusesIn = (answer: string) =>
  Array.from(answer.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);

const hidden = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const ambiguous: [name: string, lines: string[], body: string][] = [
  ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
  ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 4'], `0\r\n\r\n${hidden}`],
  ['two lengths', ['Content-Length: 2', `Content-Length: ${2 + hidden.length}`], `{}${hidden}`],
  ['a list of lengths', [`Content-Length: 2, ${2 + hidden.length}`], `{}${hidden}`],
  ['a negative length', ['Content-Length: -2'], `{}${hidden}`],
  ['another encoding', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`],
  ['two encodings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${hidden}`],
  ['a blank before the colon', ['Transfer-Encoding : chunked', 'Content-Length: 5'], `0\r\n\r\n${hidden}`],
  ['a chunk whose size is no number', ['Transfer-Encoding: chunked'], `x\r\n\r\n0\r\n\r\n${hidden}`],
];

// ASVS 4.2.1
test('a request whose length is ambiguous is refused, and nothing behind it is answered', async () => {
  const { url } = await start(await newFolder());
  for (const [name, lines, body] of ambiguous) {
    const head = [
      `POST ${api.login} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      ...lines,
    ];
    const statuses = statusesIn(await answerTo(url, `${head.join('\r\n')}\r\n\r\n${body}`));
    expect({ name, statuses }).toEqual({ name, statuses: ['400'] });
  }
  // the same way finds the second answer when the length is clear
  const clear = `POST ${api.login} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n${hidden}`;
  expect(statusesIn(await answerTo(url, clear))).toEqual(['422', '200']);
});

// ASVS 5.3.2, 13.4.3, 13.4.4
test('production shows no folder, no source, no documentation and no echo of a request', async () => {
  const { url } = await start(await newFolder());
  const paths = [
    '/assets',
    '/assets/',
    '/static/',
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/main.ts',
  ];
  const calls = [...paths, '/dist/', '/data/', api.docs, `${api.docs}/json`].map((path) => ['GET', path]);
  for (const [method, path] of [...calls, ['TRACE', '/'], ['TRACE', api.login]]) {
    const marked = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Mark: hollunder\r\nConnection: close\r\n\r\n`;
    const answer = await answerTo(url, marked);
    expect({ method, path, statuses: statusesIn(answer) }).toEqual({ method, path, statuses: ['404'] });
    expect(answer).not.toContain('hollunder');
  }
});

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

const headed = (method: string, path: string, version: string, hosts: string[]) =>
  [
    `${method} ${path} HTTP/${version}`,
    ...hosts.map((host) => `Host: ${host}`),
    'Connection: close',
    'Content-Length: 0\r\n\r\n',
  ].join('\r\n');

// ASVS 4.2.1, 16.2.4, 16.4.1
test('a malformed, missing or second Host header gets 400, and neither response nor log contains the URL', async () => {
  const { url, kill, stderr } = await start(await newFolder());
  // puts the page into the cache, from which such a request must not be served either
  await answerTo(url, headed('GET', pages.home, '1.1', ['localhost']));
  for (const [name, version, hosts] of malformed) {
    // a request before each case, because a server may reuse the last valid name
    await answerTo(url, headed('GET', pages.home, '1.1', ['localhost']));
    for (const [method, path] of calls) {
      const answer = await answerTo(url, headed(method, path, version, hosts));
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
    const page = await answerTo(url, headed('GET', `/nope/${id}`, '1.1', [host]));
    const json = await answerTo(url, headed('GET', `/api/nope/${id}`, '1.1', [host]));
    const known = await answerTo(url, headed('GET', api.tariffs, '1.1', [host]));
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
  await until(async () => (await fetch(url)).headers.has('etag'));
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

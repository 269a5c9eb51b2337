/** Requests that no browser sends, as bytes to a server in production. */
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { api } from '#domain/urls';
import { newFolder, start } from '#tests/faults/support/processes';

/** Everything that the server sends until it closes the connection. */
function answerTo(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const socket = connect(Number(port), hostname, () => socket.write(request));
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(text));
  return promise;
}

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

/** Thousands of visitors who leave before their page has loaded must leave no memory and no line in the log behind. */
// ASVS 1.4.3, 15.1.3, 15.2.2
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { href, pages } from '#domain/urls';
import { newFolder, peakMegabytes, start, withoutStartLines } from '#tests/faults/support/processes';

const visits = 2500;
const atOnce = 300;
const paths = [
  () => pages.login,
  () => href(pages.application, { id: crypto.randomUUID() }),
  () => pages.backoffice,
  () => `${pages.home}?source=nowhere`,
  () => '/nowhere',
];
const encodings = ['br', 'gzip', 'zstd'];

/** Requests a page and resets the connection: at once for even indexes, when the page begins for odd ones. */
function abort(url: string, index: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const path = paths[index % paths.length]?.();
  const encoding = encodings[index % encodings.length];
  const socket = connect(Number(port), hostname, () => {
    const sent = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
    const reset = () => socket.resetAndDestroy();
    if (index % 2 === 0) socket.write(sent, reset);
    else socket.once('data', reset).write(sent);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve());
  return gone;
}

test('after 2,500 aborted page loads the server uses less than 300 MB, serves pages and has logged nothing', async () => {
  const { url, pid, kill, stderr } = await start(await newFolder(), { RATE_LIMIT: 'off' });
  let next = 0;
  const worker = async () => {
    while (next < visits) await abort(url, next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  expect(await peakMegabytes(pid)).toBeLessThan(300);
  // other visitors get their page, so the aborted loads have released their compressors
  const page = await fetch(url + pages.login, { headers: { 'accept-encoding': 'gzip' }, decompress: false });
  expect(page.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await page.bytes()).toString()).toEndWith('</html>');
  await kill('SIGTERM');
  expect(withoutStartLines(await stderr())).toBe('');
}, 60_000);

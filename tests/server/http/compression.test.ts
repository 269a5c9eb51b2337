/** Responses are compressed, and have the same content in every encoding. */
import { expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { brotliDecompressSync, createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { api, href, pages } from '#domain/urls';
import { createApp } from '#server/app';
import { seedDemo } from '#server/commands/demo';
import { compressed } from '#server/http/compression';
import { noAssets, setApp, startApp, type TestApp } from '#tests/support/app';
import { slowed, untilQueried } from '#tests/support/slow-database';

const stage = setApp();

const cached = [pages.home, pages.privacy, pages.imprint];
test.each(cached)('%s from the cache has the usual headers, and its own request id', async (path) => {
  const plain = { 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/), 'content-length': undefined };
  const first = await untilKept(stage, path);
  const second = await stage.ask('GET', path);
  // HEAD takes the normal route, without the ready responses
  const id = crypto.randomUUID();
  const long = await stage.ask('HEAD', path, { headers: { 'x-request-id': id } });
  // whoever sends an id does not choose the one in the log
  expect(long.headers.get('x-request-id')).not.toBe(id);
  const headersOf = (response: Response) => ({ ...Object.fromEntries(response.headers), ...plain });
  expect(headersOf(first)).toEqual(headersOf(long));
  expect(first.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(first.headers.get('x-content-type-options')).toBe('nosniff');
  expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  expect(await second.text()).toBe(await first.text());
});

test('the landing page with a query is not cached', async () => {
  await untilKept(stage, pages.home);
  const sent = await stage.ask('GET', `${pages.home}?callback=ok`);
  expect(sent.headers.get('cache-control')).toBe('no-store');
  expect(sent.headers.get('etag')).toBeNull();
});

const decompressors = { br: createBrotliDecompress, zstd: createZstdDecompress, gzip: createGunzip };
const encodings = Object.keys(decompressors) as (keyof typeof decompressors)[];

test.each(encodings)('by %s, a wizard page begins before the database responds', async (one) => {
  const { context } = stage;
  const gate = Promise.withResolvers<void>();
  const queries = { count: 0 };
  const app = await createApp({ ...context, db: slowed(context.db, gate.promise, queries) }, noAssets);
  const address = `http://localhost${href(pages.application, { id: crypto.randomUUID() })}`;
  const response = await app.handle(new Request(address, { headers: { 'accept-encoding': one } }));
  expect(response.headers.get('content-encoding')).toBe(one);
  expect(response.headers.get('vary')).toContain('accept-encoding');

  const text = decompressed(response, one);
  let page = '';
  while (!page.includes('Ihre Versicherung wird geladen...')) page += (await text.next()).value;
  await untilQueried(queries);
  expect(page).not.toContain('Name des Pferdes');
  gate.resolve();
  for await (const piece of text) page += piece;
  expect(page).toContain('Name des Pferdes');
  expect(page).toEndWith('</html>');
});

test.each([pages.login, pages.backoffice])('%s is the same with and without compression', async (path) => {
  const { ask } = stage;
  const plain = await ask('GET', path);
  expect(plain.headers.get('content-encoding')).toBeNull();
  const page = await plain.text();
  const compressedPage = await ask('GET', path, { headers: { 'accept-encoding': 'gzip' } });
  expect(compressedPage.headers.get('content-security-policy')).toContain("default-src 'self'");
  let same = '';
  for await (const piece of decompressed(compressedPage, 'gzip')) same += piece;
  // the nonce and the counters of the router differ from page to page
  expect(same.length).toBeWithin(page.length - 50, page.length + 50);
});

test('at most sixteen pages are compressed at once, and a visitor who leaves makes room', async () => {
  const { context } = stage;
  const never = Promise.withResolvers<void>().promise;
  const app = await createApp({ ...context, db: slowed(context.db, never, { count: 0 }) }, noAssets);
  const visit = async () => {
    const leaving = new AbortController();
    const options = { headers: { 'accept-encoding': 'br' }, signal: leaving.signal };
    const address = `http://localhost${href(pages.application, { id: crypto.randomUUID() })}`;
    const { body, headers } = await app.handle(new Request(address, options));
    const reader = body?.getReader();
    await reader?.read();
    return { isCompressed: headers.has('content-encoding'), reader, leaving };
  };
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  for (let count = 0; count < 17; count += 1) visits.push(await visit());
  expect(visits.map(({ isCompressed }) => isCompressed)).toEqual([...Array(16).fill(true), false]);
  // ended by their browser, or by a broken connection
  const broken = visits.map(({ reader, leaving }, index) => {
    if (index % 2 === 0) return reader?.cancel();
    leaving.abort();
    return reader?.closed.catch(() => undefined);
  });
  await Promise.all(broken);
  expect((await visit()).isCompressed).toBe(true);
});

// ASVS 1.4.3
test('a response that breaks off makes room', async () => {
  const request = new Request('http://localhost/', { headers: { 'accept-encoding': 'gzip' } });
  const pull = () => Promise.reject(new Error('broken off'));
  const broken = () => new ReadableStream<Uint8Array>({ pull });
  for (let count = 0; count < 40; count += 1) {
    const answer = compressed(request, new Response(broken()));
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text().catch(() => 'broken')).toBe('broken');
    // its compressor closes in the next turn of the event loop
    await new Promise(setImmediate);
  }
});

test('a long list of the backoffice is compressed, but no short one and no public data', async () => {
  const { ask, db, context, signIn } = await startApp();
  await seedDemo(db, { cipher: context.cipher, now: Date.now() }, 60);
  const headers = { ...(await signIn()), 'accept-encoding': 'gzip, deflate, br, zstd' };
  const plain = await ask('GET', api.staffApplications, { headers: { ...headers, 'accept-encoding': '' } });
  const compressedPage = await ask('GET', api.staffApplications, { headers });
  expect(compressedPage.headers.get('content-encoding')).toBe('br');
  expect(compressedPage.headers.get('content-type')).toBe('application/json');
  expect(compressedPage.headers.get('cache-control')).toBe('no-store');
  const bytes = await compressedPage.bytes();
  const text = await plain.text();
  expect(brotliDecompressSync(bytes).toString()).toBe(text);
  expect(JSON.parse(text)).toHaveLength(62);
  expect(bytes.length).toBeLessThan(text.length / 2);
  const others = [await ask('GET', api.users, { headers }), await ask('GET', api.tariffs, { headers })];
  for (const other of others) expect(other.headers.get('content-encoding')).toBeNull();
});

/** The decompressed pieces of a response as they arrive. */
async function* decompressed(
  response: Response,
  encoding: keyof typeof decompressors,
): AsyncGenerator<string, undefined> {
  const body = Readable.fromWeb(response.body as never);
  for await (const chunk of body.pipe(decompressors[encoding]())) yield String(chunk);
}

/** The page from the cache. Until it is compressed, it is still streamed. */
async function untilKept({ ask }: TestApp, path: string): Promise<Response> {
  for (;;) {
    const response = await ask('GET', path);
    if (response.headers.get('etag')) return response;
    await response.text();
    await new Promise(setImmediate);
  }
}

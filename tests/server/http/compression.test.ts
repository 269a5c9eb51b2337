/** What leaves the server is small, and says the same in every form. */
import { expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import { brotliDecompressSync, createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { api, href, pages } from '#domain/urls';
import { createApp } from '#server/app';
import { seedDemo } from '#server/commands/demo';
import { compressed } from '#server/http/compression';
import { noAssets, startApp, type TestApp } from '#tests/support/app';
import { slowed, untilAsked } from '#tests/support/slow-database';

test.each([pages.home, pages.privacy, pages.imprint])(
  'a page from the cache carries the headers of every answer, and an id of its own: %s',
  async (path) => {
    const app = await startApp();
    const plain = { 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/), 'content-length': undefined };
    const first = await untilKept(app, path);
    const second = await app.ask('GET', path);
    // HEAD goes the way of everything that is not kept ready
    const long = await app.ask('HEAD', path);
    const headersOf = (response: Response) => ({ ...Object.fromEntries(response.headers), ...plain });
    expect(headersOf(first)).toEqual(headersOf(long));
    expect(first.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
    expect(await second.text()).toBe(await first.text());
  },
);

test('with a query the landing page is another address', async () => {
  const app = await startApp();
  await untilKept(app, pages.home);
  const sent = await app.ask('GET', `${pages.home}?callback=ok`);
  expect(sent.headers.get('cache-control')).toBe('no-store');
  expect(sent.headers.get('etag')).toBeNull();
});

const unpackers = { br: createBrotliDecompress, zstd: createZstdDecompress, gzip: createGunzip };
const encodings = Object.keys(unpackers) as (keyof typeof unpackers)[];

test.each(encodings)(
  'the beginning of a wizard page leaves before the database answers, packed as %s',
  async (one) => {
    const { context } = await startApp();
    const gate = Promise.withResolvers<void>();
    const asked = { count: 0 };
    const app = await createApp({ ...context, db: slowed(context.db, gate.promise, asked) }, noAssets);
    const address = `http://localhost${href(pages.application, { id: crypto.randomUUID() })}`;
    const response = await app.handle(new Request(address, { headers: { 'accept-encoding': one } }));
    expect(response.headers.get('content-encoding')).toBe(one);
    expect(response.headers.get('vary')).toContain('accept-encoding');

    const text = unpacked(response, one);
    let page = '';
    while (!page.includes('Ihre Versicherung wird geladen...')) page += (await text.next()).value;
    await untilAsked(asked);
    expect(page).not.toContain('Name des Pferdes');
    gate.resolve();
    for await (const piece of text) page += piece;
    expect(page).toContain('Name des Pferdes');
    expect(page).toEndWith('</html>');
  },
);

test.each([pages.login, pages.backoffice])(
  'a staff page is packed, and the same as unpacked: %s',
  async (path) => {
    const { ask } = await startApp();
    const plain = await ask('GET', path);
    expect(plain.headers.get('content-encoding')).toBeNull();
    const [page, packed] = [
      await plain.text(),
      await ask('GET', path, { headers: { 'accept-encoding': 'gzip' } }),
    ];
    expect(packed.headers.get('content-security-policy')).toContain("default-src 'self'");
    let same = '';
    for await (const piece of unpacked(packed, 'gzip')) same += piece;
    // the nonce and what the router counts differ from page to page
    expect(same.length).toBeWithin(page.length - 50, page.length + 50);
  },
);

test('sixteen pages are packed at once, and whoever goes away in the middle makes room', async () => {
  const { context } = await startApp();
  const never = Promise.withResolvers<void>().promise;
  const app = await createApp({ ...context, db: slowed(context.db, never, { count: 0 }) }, noAssets);
  const visit = async () => {
    const leaving = new AbortController();
    const options = { headers: { 'accept-encoding': 'br' }, signal: leaving.signal };
    const address = `http://localhost${href(pages.application, { id: crypto.randomUUID() })}`;
    const { body, headers } = await app.handle(new Request(address, options));
    const reader = body?.getReader();
    await reader?.read();
    return { packed: headers.has('content-encoding'), reader, leaving };
  };
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  for (let count = 0; count < 17; count += 1) visits.push(await visit());
  expect(visits.map(({ packed }) => packed)).toEqual([...Array(16).fill(true), false]);
  // by their browser, and by a connection that breaks
  const broken = visits.map(({ reader, leaving }, index) => {
    if (index % 2 === 0) return reader?.cancel();
    leaving.abort();
    return reader?.closed.catch(() => undefined);
  });
  await Promise.all(broken);
  expect((await visit()).packed).toBe(true);
});

test('an answer that breaks off gives its place back', async () => {
  const request = new Request('http://localhost/', { headers: { 'accept-encoding': 'gzip' } });
  const broken = () =>
    new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(new Error('broken off')),
    });
  for (let count = 0; count < 40; count += 1) {
    const answer = compressed(request, new Response(broken()));
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text().catch(() => 'broken')).toBe('broken');
    // its compressor closes in the next turn
    await new Promise(setImmediate);
  }
});

test('a long list of the backoffice is packed, a short one and a public answer are not', async () => {
  const { ask, db, context, signIn } = await startApp();
  await seedDemo(db, { cipher: context.cipher, now: Date.now() }, 60);
  const headers = { ...(await signIn()), 'accept-encoding': 'gzip, deflate, br, zstd' };
  const plain = await ask('GET', api.staffApplications, {
    headers: { ...headers, 'accept-encoding': '' },
  });
  const packed = await ask('GET', api.staffApplications, { headers });
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(packed.headers.get('content-type')).toBe('application/json');
  expect(packed.headers.get('cache-control')).toBe('no-store');
  const bytes = await packed.bytes();
  const text = await plain.text();
  expect(brotliDecompressSync(bytes).toString()).toBe(text);
  expect(JSON.parse(text)).toHaveLength(60);
  expect(bytes.length).toBeLessThan(text.length / 2);
  const others = [await ask('GET', api.users, { headers }), await ask('GET', api.tariffs, { headers })];
  for (const other of others) expect(other.headers.get('content-encoding')).toBeNull();
});

/** What a browser could show by now: each piece as soon as it is there. */
async function* unpacked(
  response: Response,
  encoding: keyof typeof unpackers,
): AsyncGenerator<string, undefined> {
  const body = Readable.fromWeb(response.body as never);
  for await (const chunk of body.pipe(unpackers[encoding]())) yield String(chunk);
}

/** The page once it is kept; whoever comes while it is packed still gets it streamed. */
async function untilKept({ ask }: TestApp, path: string): Promise<Response> {
  for (;;) {
    const response = await ask('GET', path);
    if (response.headers.get('etag')) return response;
    await response.text();
    await new Promise(setImmediate);
  }
}

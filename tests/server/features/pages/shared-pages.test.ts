/** Pages that are made once for everybody: the empty wizard, the login page and the shells of the backoffice. */
// ASVS 1.2.3
import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { href, pages } from '#domain/urls';
import { setApp, type TestApp, testNow } from '#tests/support/app';
import { cast, createVisitor, johanna } from '#tests/support/people';

const app = setApp();

const unpack = {
  identity: (bytes: Uint8Array) => bytes,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};
type Encoding = keyof typeof unpack;
const encodings = Object.keys(unpack) as Encoding[];

async function load(app: TestApp, path: string, encoding: Encoding = 'identity', headers = {}) {
  const response = await app.ask('GET', path, { headers: { 'accept-encoding': encoding, ...headers } });
  expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  const html = Buffer.from(unpack[encoding](await response.bytes())).toString();
  return { status: response.status, headers: response.headers, html };
}

const wizardOf = (id: string) => href(pages.application, { id });
/** An address of a route, each time with another id. */
const someOf = (route: string) => route.replace(':id', crypto.randomUUID());
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** The inline scripts of a page, and the sources that its policy allows. */
function scriptsOf({ html, headers }: { html: string; headers: Headers }) {
  const policy = headers.get('content-security-policy') ?? '';
  const allowed = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
  const scripts = Array.from(html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g));
  return { allowed, scripts: scripts.map(([, attributes = '', text = '']) => ({ attributes, text })) };
}

describe.each([
  someOf(pages.application),
  pages.wizard,
  pages.login,
  pages.backoffice,
  pages.backofficeCallbacks,
  someOf(pages.backofficeApplication),
])('%s', (path) => {
  // ASVS 3.4.3
  test('has no nonce and no id, and its policy allows exactly its inline scripts by their hashes', async () => {
    const page = await load(app, path);
    expect(page.html).not.toMatch(uuid);
    expect(page.html).not.toContain('nonce');
    const { allowed, scripts } = scriptsOf(page);
    const hashes = scripts.map(
      ({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    expect(hashes.length).toBeGreaterThan(0);
    expect(allowed).toEqual(["'self'", ...hashes]);
  });

  test('is stored by no browser, found by no search engine, and names no other site its address', async () => {
    const { status, headers, html } = await load(app, path);
    expect(status).toBe(200);
    expect(`${headers.get('x-robots-tag')} ${html.match(/<meta name="robots"[^>]*>/)}`).toContain('noindex');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

test('the scripts of a page read the id from its address', async () => {
  const { html } = await load(app, someOf(pages.application));
  expect(html).toContain('"+location.pathname.split("/")[2]+"');
  const details = await load(app, someOf(pages.backofficeApplication));
  expect(details.html).toContain('"+location.pathname.split("/")[3]+"');
});

test('the empty wizard is made again for the next day', async () => {
  const id = crypto.randomUUID();
  const before = await load(app, wizardOf(id));
  app.clock.now += 24 * 3_600_000;
  const after = await load(app, wizardOf(id));
  expect(before.html).toContain('2026-11-20');
  expect(after.html).not.toContain('2026-11-20');
  expect(after.html).toContain('2026-11-21');
  app.clock.now = testNow;
});

test('a page with stored data has a nonce of its own each time', async () => {
  const visitor = createVisitor(app);
  await visitor.save('horse-data', johanna['horse-data']);
  const loaded = await Promise.all([1, 2, 3].map(() => load(app, wizardOf(visitor.id), 'br')));
  const nonces = loaded.map((page) => {
    const { allowed, scripts } = scriptsOf(page);
    const nonce = allowed.find((source) => source.startsWith("'nonce-"))?.slice(7, -1);
    for (const { attributes } of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(3);
});

// ASVS 14.2.2, 14.3.2
test('200 visitors at once, with and without stored data, get only their own bytes', async () => {
  const owners = await Promise.all(
    Object.values(cast).map(async (person, index) => {
      const visitor = createVisitor(app);
      const horseName = `Eigenes Pferd ${index}`;
      await visitor.save('horse-data', { ...person['horse-data'], horseName });
      return { id: visitor.id, horseName };
    }),
  );
  const shared = [pages.login, pages.backoffice, pages.backofficeCallbacks];
  const references = new Map<string, string>();
  for (const route of [...shared, pages.application, pages.backofficeApplication])
    references.set(route, (await load(app, someOf(route))).html);
  const visits = Array.from({ length: 200 }, async (_, index) => {
    const encoding = encodings[index % encodings.length] ?? 'br';
    const owner = owners[index % owners.length];
    if (index % 2 === 0 && owner) {
      const { html } = await load(app, wizardOf(owner.id), encoding);
      const names = owners.filter(({ horseName }) => html.includes(`${horseName}"`));
      expect(names).toEqual([owner]);
      return;
    }
    const [route, reference] = [...references][index % references.size] ?? ['', ''];
    const { html } = await load(app, someOf(route), encoding);
    expect(html).toBe(reference);
  });
  await Promise.all(visits);
});

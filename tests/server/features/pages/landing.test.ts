/** The landing page: streamed to the first visitor, then served from memory with the same bytes. */
import { describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { premiumOptions } from '#db/schema/tariffs';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { slowed as slowedDatabase, untilQueried } from '#tests/support/slow-database';

const lowest = '22,68\u00a0€';

describe('the first visitor', () => {
  test('gets one document in reading order that needs no script', async () => {
    const app = await startApp();
    const page = await (await app.ask('GET', '/')).text();
    expect(page).toStartWith('<!DOCTYPE html><html lang="de"><head>');
    expect(page).toEndWith('</body></html>');
    expect(priceOn(page)).toBe(lowest);
    expect(page).not.toMatch(/<template|<!--\$|hidden id="S:/);
    const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(inline).toEqual([' type="application/ld+json"']);
  });

  test('shares one database read with everybody who comes meanwhile', async () => {
    const app = await startApp();
    const slow = slowed(app);
    const both = [app.ask('GET', '/'), app.ask('GET', '/?source=messe')];
    await untilQueried(slow.queries);
    slow.respond();
    for (const response of await Promise.all(both)) expect(priceOn(await response.text())).toBe(lowest);
    expect(slow.queries.count).toBe(1);
  });

  test('who leaves in the middle does not spoil the page for the next one', async () => {
    const app = await startApp();
    const reader = (await app.ask('GET', '/')).body?.getReader();
    await reader?.read();
    void reader?.cancel();
    expect(priceOn((await cachedPage(app)).text)).toBe(lowest);
  });
});

describe('the next visitor', () => {
  test('gets the same bytes as the first one, in every encoding', async () => {
    const app = await startApp();
    const streamed = await (await app.ask('GET', '/')).text();
    const plain = await cachedPage(app);
    expect(plain.text).toBe(streamed);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
    const tags = new Set([plain.etag]);
    for (const [encoding, decompress] of Object.entries(unpack)) {
      const headers = { 'accept-encoding': encoding };
      const packed = await app.ask('GET', '/', { headers });
      expect(packed.headers.get('content-encoding')).toBe(encoding);
      expect(packed.headers.get('vary')).toBe('accept-encoding');
      const bytes = await packed.bytes();
      expect(decompress(bytes).toString()).toBe(streamed);
      const etag = packed.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      tags.add(etag);

      for (const mark of [etag, `"old", ${etag}`, `W/${etag}`]) {
        const known = await app.ask('GET', '/', { headers: { ...headers, 'if-none-match': mark } });
        expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
        expect(known.headers.get('content-encoding')).toBeNull();
      }

      const head = await app.ask('HEAD', '/', { headers });
      expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag]);
      expect(head.headers.get('content-encoding')).toBe(encoding);
    }
    // a strong ETag identifies bytes, so each encoding has its own
    expect(tags.size).toBe(4);
  });

  test('sees a price that was changed in the database, without a restart', async () => {
    const app = await startApp();
    await (await app.ask('GET', '/')).text();
    const before = await cachedPage(app);
    await setPrice(app, 2268, 1999);
    app.clock.now += 1001;
    const changed = await app.ask('GET', '/', { headers: { 'if-none-match': before.etag } });
    expect(changed.status).toBe(200);
    expect(priceOn(await changed.text())).toBe('19,99\u00a0€');
  });
});

describe('while the tariffs cannot be read', () => {
  test('the built-in ones are shown until they can be read', async () => {
    const app = await startApp();
    await setPrice(app, 2268, 1999);
    const mend = broken(app);
    for (let visit = 0; visit < 2; visit += 1) {
      const response = await app.ask('GET', '/');
      expect(response.status).toBe(200);
      expect(response.headers.get('etag')).toBeNull();
      expect(priceOn(await response.text())).toBe(lowest);
    }
    expect(app.logged.join()).toContain('tariffs unreadable');
    mend();
    app.clock.now += 1001;
    expect(priceOn((await cachedPage(app)).text)).toBe('19,99\u00a0€');
  });

  test('the last known ones are still shown', async () => {
    const app = await startApp();
    await setPrice(app, 2268, 1999);
    const before = await cachedPage(app);
    broken(app);
    app.clock.now += 60_000;
    expect(await cachedPage(app)).toEqual(before);
  });
});

test('a database that never responds does not delay a page with known prices', async () => {
  const app = await startApp();
  const before = await cachedPage(app);
  const slow = slowed(app);
  app.clock.now += 60_000;
  expect(await cachedPage(app)).toEqual(before);
  expect(slow.queries.count).toBe(1);
  slow.respond();
});

describe('the calculator without JavaScript', () => {
  const app = setApp();

  test.each([
    // calculated by hand: 20 % more from 12 years on, 4 % less for annual payment
    ['deductible=500&frequency=annual&birthYear=2006', ['500', 'annual', '2006'], [36.19, 46.32, 69.69]],
    ['deductible=250&frequency=monthly&birthYear=', ['250', 'monthly', ''], [35.8, 44.58, 65.35]],
    ['birthYear=2014', ['0', 'monthly', '2014'], [47.72, 58.13, 83.42]],
    ['deductible=7&frequency=annual&birthYear=1900', ['0', 'annual', ''], [38.18, 46.5, 66.74]],
  ])('%s shows the choice, the prices and the link to the wizard', async (query, choice, prices) => {
    const response = await app.ask('GET', `/?${query}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const html = await response.text();
    expect([...html.matchAll(/<option value="([^"]*)" selected="">/g)].map(([, value]) => value)).toEqual(
      choice,
    );
    const table = html.slice(html.indexOf('<table'), html.indexOf('</thead>'));
    const shown = [...table.matchAll(/>(\d+),(\d\d)\u00a0€</g)].map(
      ([, euros, cents]) => `${euros}.${cents}`,
    );
    expect(shown.map(Number)).toEqual(prices);
    expect(table).toContain(
      `href="/calculator?tariff=top&amp;deductible=${choice[0]}&amp;frequency=${choice[1]}"`,
    );
    const year = choice[2] ? `&amp;birthYear=${choice[2]}` : '';
    expect(table).toContain(
      `href="/angebot?tariff=top&amp;deductible=${choice[0]}&amp;frequency=${choice[1]}${year}"`,
    );
  });

  test.each(['deductible=7', 'frequency=<b>', 'birthYear=1900', 'tariff=top'])(
    'is the page for everybody if the query is no choice: %s',
    async (query) => {
      const { text } = await cachedPage(app);
      const response = await app.ask('GET', `/?${query}`);
      expect(response.headers.get('etag')).not.toBeNull();
      expect(await response.text()).toBe(text);
    },
  );
});

/** The price of the cheapest tariff in the hero. */
function priceOn(html: string): string | undefined {
  return html.match(/Schon ab (.+?) im Monat/)?.[1];
}

/** The page from the cache. Until it is compressed, it is still streamed. */
async function cachedPage({ ask }: TestApp) {
  for (;;) {
    const response = await ask('GET', '/');
    const [etag, text] = [response.headers.get('etag'), await response.text()];
    if (etag) return { etag, text };
    await new Promise(setImmediate);
  }
}

/** From now on, reads of the tariffs wait until `respond` is called. */
function slowed({ db }: TestApp) {
  const gate = Promise.withResolvers<void>();
  const queries = { count: 0 };
  db.read = slowedDatabase(db, gate.promise, queries).read;
  return { queries, respond: gate.resolve };
}

/** From now on, reads of the tariffs fail until the returned function is called. */
function broken({ db }: TestApp): () => void {
  const { read } = db;
  const refuse = () => Promise.reject(new Error('the database is away'));
  db.read = new Proxy(read, { get: () => refuse });
  return () => {
    db.read = read;
  };
}

async function setPrice({ db }: TestApp, from: number, to: number) {
  await db.write((tx) =>
    tx.update(premiumOptions).set({ monthlyCents: to }).where(eq(premiumOptions.monthlyCents, from)),
  );
}

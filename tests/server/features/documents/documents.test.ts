/** The documents for customers as browsers and other clients get them; a download by the author is a proof. */
// ASVS 3.7.2, 5.4.1, 5.4.2
import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { deleteRows } from '#db/erasers';
import { documents } from '#db/schema/law';
import { type DocumentEntry, documentKinds, documentLabels } from '#domain/document-kinds';
import { api, href, pages } from '#domain/urls';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { begun } from '#tests/support/applications';
import { givenOf, pdfOf, startAgain } from '#tests/support/documents';
import { proofsOf } from '#tests/support/stored';

const list = async ({ ask }: Pick<TestApp, 'ask'>) =>
  (await (await ask('GET', api.documents)).json()) as DocumentEntry[];
const rows = ({ db }: TestApp) => db.read.select().from(documents);
const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const shared = setApp();

/** What the page says of each document: its version, and whether it says its size and that it is a sample. */
async function rowsOnPage(app: TestApp) {
  const html = (await (await app.ask('GET', pages.documents)).text()).replace(/<!-- -->/g, '');
  return documentKinds.map((kind) => {
    const link = `href="/unterlagen/${kind}"[^>]*>${documentLabels[kind]}</a>`;
    const [row = ''] = new RegExp(`<li[^>]*>(?:(?!</li>).)*${link}.*?</li>`).exec(html) ?? [];
    return [/Version \d · PDF, /.exec(row)?.[0], /\d+ KB/.test(row) && row.includes('Muster')];
  });
}

describe('the list', () => {
  test('has all in order, with exactly these fields', async () => {
    const response = await shared.ask('GET', api.documents);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toStartWith('application/json');
    const entries = (await response.json()) as DocumentEntry[];
    expect(entries).toEqual(
      documentKinds.map((kind) => ({
        kind,
        label: documentLabels[kind],
        version: 1,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        // the company is a placeholder
        sample: true,
        url: expect.stringMatching(new RegExp(`^/unterlagen/${kind}/[0-9a-f]{64}\\.pdf$`)),
      })),
    );
    for (const { sha256, url } of entries) {
      expect(url).toContain(sha256);
      expect(hashOf(await (await shared.ask('GET', url)).bytes())).toBe(sha256);
    }
  });

  test('has the files of the operator, and the others are drawn', async () => {
    const app = await startApp({ given: givenOf({ avb: 'Bedingungen' }) });
    const entries = await list(app);
    const avb = entries.find(({ kind }) => kind === 'avb');
    expect(avb).toMatchObject({ version: 2, sha256: hashOf(pdfOf('Bedingungen')) });
    expect(await (await app.ask('GET', avb?.url ?? '')).text()).toBe(pdfOf('Bedingungen'));
    expect(entries.filter(({ version }) => version === 1)).toHaveLength(5);
    expect(await rowsOnPage(app)).toEqual(entries.map(({ version }) => [`Version ${version} · PDF, `, true]));
  });

  test('that could not be stored is made up for by the next request', async () => {
    const app = await startApp({ given: givenOf({ avb: 'Bedingungen' }) });
    const { write } = app.db;
    app.db.write = () => Promise.reject(new Error('full'));
    expect((await app.ask('GET', api.documents)).status).toBe(500);
    app.db.write = write;
    expect(await list(app)).toHaveLength(documentKinds.length);
  });

  test('reads the files from the folder of the operator', async () => {
    const app = await startApp();
    const folder = `${app.config.operatorDir}/documents`;
    await Bun.write(`${folder}/anzeigepflicht.pdf`, pdfOf('Mitteilung'));
    const again = await startApp({ env: { OPERATOR_DIR: app.config.operatorDir } });
    const entries = await list(again);
    expect(entries.find(({ kind }) => kind === 'anzeigepflicht')?.sha256).toBe(hashOf(pdfOf('Mitteilung')));
  });
});

describe('a start', () => {
  test('stores nothing that is known, and draws nothing twice', async () => {
    const app = await startApp();
    const first = await list(app);
    const before = await rows(app);
    const drawing = () => Promise.reject(new Error('This was drawn before.'));
    expect(await list(await startAgain(app, undefined, drawing))).toEqual(first);
    expect(await rows(app)).toEqual(before);
  });

  test('with another file makes a new version, and the earlier one stays reachable', async () => {
    const app = await startApp({ given: givenOf({ avb: 'Stand 2025' }) });
    const before = (await list(app)).find(({ kind }) => kind === 'avb');
    const next = await startAgain(app, givenOf({ avb: 'Stand 2026' }));
    const after = (await list(next)).find(({ kind }) => kind === 'avb');
    expect([before?.version, after?.version]).toEqual([2, 3]);
    expect(await (await next.ask('GET', before?.url ?? '')).text()).toBe(pdfOf('Stand 2025'));
    // the first file again is no third version
    const back = await startAgain(app, givenOf({ avb: 'Stand 2025' }));
    expect((await list(back)).find(({ kind }) => kind === 'avb')).toEqual(before);
  });
});

test('the address of a kind redirects to the version in force, and keeps the application of its query', async () => {
  const id = crypto.randomUUID();
  for (const { kind, url } of await list(shared))
    for (const [query, more] of [
      ['', ''],
      [`?antrag=${id.toUpperCase()}&x=1`, `?antrag=${id}`],
      ['?antrag=//evil.example', ''],
    ] as const) {
      const { status, headers } = await shared.ask('GET', `${href(pages.document, { kind })}${query}`);
      const found = [status, headers.get('location'), headers.get('cache-control')];
      expect(found).toEqual([302, url + more, 'no-store']);
    }
});

describe('a file', () => {
  test('is downloaded by its label, and cached for ever', async () => {
    for (const { label, sha256, url } of await list(shared)) {
      const response = await shared.ask('GET', url);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${label}.pdf"`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        etag: `"${sha256}"`,
      });
      expect((await response.text()).slice(0, 5)).toBe('%PDF-');
      const known = await shared.ask('GET', url, { headers: { 'if-none-match': `"${sha256}"` } });
      expect([known.status, await known.text()]).toEqual([304, '']);
      const head = await shared.ask('HEAD', url);
      expect([head.status, head.headers.get('etag')]).toEqual([200, `"${sha256}"`]);
    }
  });

  test.each([
    ['a name of every object', () => '/unterlagen/toString'],
    ['a file of another kind', (hash: string) => `/unterlagen/erstinformation/${hash}.pdf`],
    ['an unknown file', () => `/unterlagen/avb/${'0'.repeat(64)}.pdf`],
    ['a path', () => '/unterlagen/avb/..%2f..%2fpackage.json'],
  ])('is not found: %s', async (_, pathOf) => {
    const avb = (await list(shared)).find(({ kind }) => kind === 'avb');
    const response = await shared.ask('GET', pathOf(avb?.sha256 ?? ''));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('404 Page Not Found');
  });
});

async function begin() {
  const app = await startApp();
  const visitor = await begun(app, ['contact-data']);
  const cookie = visitor.cookie();
  const urls = new Map((await app.context.documents.current()).map(({ kind, url }) => [kind, url]));
  const download = async (
    kind: (typeof documentKinds)[number],
    { by = cookie, of = visitor.id, method = 'GET' } = {},
  ) => {
    const response = await app.ask(method, `${urls.get(kind)}?antrag=${of}`, { headers: { cookie: by } });
    expect(response.status).toBe(200);
    return response;
  };
  return { app, visitor, cookie, urls, download };
}

test('each document that the author downloads has one proof, however often it is downloaded', async () => {
  const { app, visitor, download } = await begin();
  for (const kind of [...documentKinds, ...documentKinds]) await download(kind);
  const current = await app.context.documents.current();
  expect(await proofsOf(app)).toEqual(
    current.map(({ sha256 }) => ({
      id: expect.any(String),
      at: app.clock.now,
      kind: 'document_delivered',
      way: 'download',
      applicationId: visitor.id,
      callbackId: null,
      personKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      wordingSha256: null,
      documentSha256: sha256,
      mailId: null,
      // ten years from the end of 2026 in Germany
      keepUntil: Date.parse('2036-12-31T23:00:00Z'),
    })),
  );
});

// ASVS 14.2.2, 14.3.2
test('a shared cache does not answer an author', async () => {
  const { download } = await begin();
  expect((await download('avb')).headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
});

describe('there is no proof', () => {
  test.each([
    ['without a cookie', { by: '' }],
    ['with the cookie of another browser', { by: `application_author=${'x'.repeat(43)}` }],
    ['for an unknown application', { of: crypto.randomUUID() }],
    ['for something that is no id', { of: 'x' }],
    ['for a question about the file', { method: 'HEAD' }],
  ])('%s', async (_, given) => {
    const { app, download } = await begin();
    await download('avb', given);
    expect(await proofsOf(app)).toEqual([]);
  });

  test('for an application that is deleted at the same moment', async () => {
    const { app, visitor, download } = await begin();
    const { write } = app.db;
    app.db.write = async (work) => {
      await write((tx) => deleteRows(tx, [visitor.id]));
      return await write(work);
    };
    await download('avb');
    app.db.write = write;
    expect(await proofsOf(app)).toEqual([]);
  });

  test('for a file that the browser has already', async () => {
    const { app, visitor, cookie, urls } = await begin();
    const url = urls.get('avb') ?? '';
    const etag = `"${/[0-9a-f]{64}/.exec(url)?.[0]}"`;
    const headers = { cookie, 'if-none-match': etag };
    expect((await app.ask('GET', `${url}?antrag=${visitor.id}`, { headers })).status).toBe(304);
    expect(await proofsOf(app)).toEqual([]);
  });
});

test('the author gets the document even if no proof can be stored, and the log says so without the id', async () => {
  const { app, visitor, download } = await begin();
  const { write } = app.db;
  app.db.write = () => Promise.reject(new Error(visitor.id));
  expect((await (await download('avb')).text()).slice(0, 5)).toBe('%PDF-');
  app.db.write = write;
  expect(app.logged.join()).toContain('download not recorded');
  expect(app.logged.join()).not.toContain(visitor.id);
});

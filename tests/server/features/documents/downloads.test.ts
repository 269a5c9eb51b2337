/** A download by the browser of the author is a proof. */
import { describe, expect, test } from 'bun:test';
import { deleteRows } from '#db/erasers';
import { documentKinds } from '#domain/document-kinds';
import { startApp } from '#tests/support/app';
import { begun } from '#tests/support/applications';
import { proofsOf } from '#tests/support/stored';

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

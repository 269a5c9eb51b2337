/** The waiver of advice, and the proofs of what was declared on the page that was shown. */
import { describe, expect, test } from 'bun:test';
import { storeWordings } from '#db/evidence';
import { sha256Of } from '#db/hash';
import { applications } from '#db/schema/applications';
import { evidence } from '#db/schema/law';
import { adviceWaiver, wordings } from '#domain/law/wordings';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
import { answerOf, createVisitor, johanna, matthias, sentence } from '#tests/support/people';
import { mailsOf, rowsOf } from '#tests/support/stored';

async function begun(sets: number = setKeys.length, env: Record<string, string> = {}) {
  const app = await startApp({ env });
  const visitor = createVisitor(app);
  for (const key of setKeys.slice(0, sets)) await visitor.save(key, johanna[key]);
  const path = href(api.declarations, { id: visitor.id });
  const put = async (body: unknown) => answerOf(await app.ask('PUT', path, { body }));
  const get = async () => answerOf(await app.ask('GET', path));
  const complete = async (shown?: string) => {
    const headers: Record<string, string> = shown === undefined ? {} : { 'x-wordings': shown };
    return answerOf(await app.ask('PUT', href(api.complete, { id: visitor.id }), { body: {}, headers }));
  };
  return { app, visitor, path, put, get, complete };
}

const proofsOf = ({ db }: TestApp) => db.read.select().from(evidence);

describe('the waiver of advice', () => {
  test('is ticked and unticked again before submitting', async () => {
    const { put, get } = await begun(1);
    expect(await get()).toMatchObject({ status: 200, body: { adviceWaiver: false } });
    for (const adviceWaiver of [true, true, false, true]) {
      expect(await put({ adviceWaiver })).toMatchObject({ status: 200, body: { adviceWaiver } });
      expect((await get()).body).toEqual({ adviceWaiver });
    }
  });

  test('counts as a change of the application, and changes nothing else', async () => {
    const { app, visitor, put } = await begun(3);
    const before = (await visitor.application()).body;
    app.clock.now += 60_000;
    await put({ adviceWaiver: true });
    const lastUpdated = '2026-11-20T09:01:00.000Z';
    expect((await visitor.application()).body).toEqual({ ...before, lastUpdated });
  });

  test('of an unknown application is 404', async () => {
    const { app } = await begun(0);
    const path = href(api.declarations, { id: crypto.randomUUID() });
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? { adviceWaiver: true } : undefined;
      expect((await app.ask(method, path, { body })).status).toBe(404);
    }
    expect(await rowsOf(app, applications)).toEqual([]);
  });

  test.each([
    ['nothing', {}],
    ['a text', { adviceWaiver: 'true' }],
    ['a German text', { adviceWaiver: 'ja' }],
    ['a number', { adviceWaiver: 1 }],
    ['null', { adviceWaiver: null }],
    ['a list', [true]],
    ['another field', { waiver: true }],
  ])('is 422 with %s, and stays as it was', async (_, body) => {
    const { put, get } = await begun(1);
    await put({ adviceWaiver: true });
    const { status, body: answer } = await put(body);
    expect({ status, answer }).toEqual({
      status: 422,
      answer: { message: sentence, errors: [{ path: 'adviceWaiver', message: sentence }] },
    });
    expect((await get()).body).toEqual({ adviceWaiver: true });
  });

  test('is not read from a body that is not JSON, or under an id that is no UUID', async () => {
    const { app, path } = await begun(1);
    expect((await app.ask('PUT', path, { raw: '{"adviceWaiver":' })).status).toBe(400);
    expect((await app.ask('PUT', path, { raw: 'adviceWaiver=true', type: 'text/plain' })).status).toBe(415);
    const bad = href(api.declarations, { id: 'x' });
    expect((await app.ask('PUT', bad, { body: { adviceWaiver: true } })).status).toBe(422);
  });

  test('cannot be changed or read after submitting', async () => {
    const { app, visitor, put, get, complete } = await begun();
    await complete();
    expect(await put({ adviceWaiver: true })).toMatchObject({ status: 409, body: { message: sentence } });
    expect((await get()).status).toBe(404);
    expect(await rowsOf(app, applications)).toMatchObject([
      { id: visitor.id, adviceWaiver: null, adviceOwed: true },
    ]);
  });
});

describe('advice', () => {
  test.each([
    ['is owed if the box was never ticked', [], true],
    ['is owed if it was unticked again', [true, false], true],
    ['is not owed with a waiver', [true], false],
  ])('%s', async (_, ticks, owed) => {
    const { app, put, complete } = await begun();
    for (const adviceWaiver of ticks) await put({ adviceWaiver });
    expect((await complete()).status).toBe(200);
    expect(await rowsOf(app, applications)).toMatchObject([{ adviceOwed: owed }]);
  });

  test('is not owed while the application is open', async () => {
    const { app } = await begun();
    expect(await rowsOf(app, applications)).toMatchObject([{ adviceOwed: false }]);
  });
});

describe('a completion proves', () => {
  const keysOf = (app: TestApp, rows: { wordingSha256: string | null }[]) => {
    const { all } = app.context.wordings;
    return rows.map(({ wordingSha256 }) => all.find(({ sha256 }) => sha256 === wordingSha256)?.key);
  };

  test('the present wordings if the page did not say what it showed', async () => {
    const { app, visitor, complete } = await begun();
    await complete();
    const rows = await proofsOf(app);
    expect(keysOf(app, rows)).toEqual(['requirements', 'dataProcessing', 'mandate', 'submission']);
    const [{ personKey } = { personKey: null }] = rows;
    expect(personKey).toMatch(/^[0-9a-f]{64}$/);
    for (const row of rows) {
      expect(row).toMatchObject({
        at: app.clock.now,
        kind: 'declaration',
        way: 'page',
        applicationId: visitor.id,
        callbackId: null,
        documentSha256: null,
        mailId: null,
        personKey,
        keepUntil: Date.parse('2036-12-31T23:00:00Z'),
      });
    }
  });

  test('the waiver only if its box is ticked', async () => {
    const { app, put, complete } = await begun();
    await put({ adviceWaiver: true });
    await complete(app.context.wordings.forWizard.header);
    const rows = await proofsOf(app);
    expect(keysOf(app, rows)).toContain('adviceWaiver');
    expect(rows.map(({ wordingSha256 }) => wordingSha256)).toContain(sha256Of(adviceWaiver.sentence));
  });

  test('the box on the duty of disclosure if the page showed it', async () => {
    const { app, complete } = await begun();
    await complete(app.context.wordings.forWizard.header);
    expect(keysOf(app, await proofsOf(app))).toEqual([
      'dutyOfDisclosure',
      'requirements',
      'dataProcessing',
      'mandate',
      'submission',
    ]);
  });

  test('the wording of a page that was loaded before an update', async () => {
    const { app, complete } = await begun();
    const text = 'Ein früherer Wortlaut.';
    await storeWordings(app.db, [{ key: 'submission', text, sha256: sha256Of(text) }], 1);
    expect((await complete(`submission=${sha256Of(text)}`)).status).toBe(200);
    const hashes = (await proofsOf(app)).map(({ wordingSha256 }) => wordingSha256);
    expect(hashes).toContain(sha256Of(text));
    expect(hashes).not.toContain(sha256Of(wordings.submission.text(app.context.operator)));
    expect(hashes).toHaveLength(4);
  });

  test('each declaration once, however often it is submitted', async () => {
    const { app, complete } = await begun();
    await Promise.all(Array.from({ length: 20 }, () => complete()));
    await complete(app.context.wordings.forWizard.header);
    expect(await proofsOf(app)).toHaveLength(4);
  });

  test('nothing if it is refused', async () => {
    const { app, visitor, complete } = await begun(4);
    expect((await complete()).status).toBe(422);
    await visitor.save('sepa-mandate', johanna['sepa-mandate']);
    const headers = { 'x-shown-premium': '0.01' };
    const path = href(api.complete, { id: visitor.id });
    expect((await app.ask('PUT', path, { headers })).status).toBe(409);
    expect(await proofsOf(app)).toEqual([]);
  });
});

describe('a page that says what it showed is asked to reload', () => {
  const unknown = 'b'.repeat(64);
  test.each<[string, (hashes: Record<string, string>) => string]>([
    ['nothing', () => ''],
    ['no hash', () => 'submission'],
    ['an unknown hash', () => `submission=${unknown}`],
    ['an unknown hash among known ones', ({ mandate }) => `mandate=${mandate},submission=${unknown}`],
    ['the hash of another wording', ({ mandate }) => `submission=${mandate}`],
    ['an unknown wording', ({ mandate }) => `consent=${mandate}`],
    ['a wording twice', ({ mandate }) => `mandate=${mandate},mandate=${mandate}`],
  ])('with %s', async (_, header) => {
    const { app, visitor, complete } = await begun();
    const { status, body } = await complete(header(app.context.wordings.hashes));
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        message: sentence,
        errors: [{ path: 'X-Wordings', message: expect.stringContaining('laden Sie diese Seite neu') }],
      },
    });
    expect((await visitor.application()).body.completed).toBe(false);
    expect(await proofsOf(app)).toEqual([]);
    expect(await mailsOf(app)).toEqual([]);
    expect((await complete()).status).toBe(200);
  });

  test('but not if the application is completed already, or incomplete', async () => {
    const { app, complete } = await begun();
    const first = await complete();
    expect(await complete('viel')).toMatchObject({ status: 200, body: first.body });
    const other = createVisitor(app);
    await other.save('horse-data', matthias['horse-data']);
    const path = href(api.complete, { id: other.id });
    const answer = await answerOf(await app.ask('PUT', path, { headers: { 'x-wordings': 'viel' } }));
    expect(answer).toMatchObject({ status: 422, body: { message: 'Unvollständige Daten' } });
  });
});

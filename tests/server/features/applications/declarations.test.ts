/** The waiver of advice, and the proofs of what was declared on the page that was shown. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { storeWordings } from '#db/evidence';
import { sha256Of } from '#db/hash';
import { applications } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { adviceWaiver as waiver, wordings } from '#domain/law/wordings';
import { api, href } from '#domain/urls';
import { setApp, testNow } from '#tests/support/app';
import { begun as begin } from '#tests/support/applications';
import { johanna, sentence } from '#tests/support/people';
import { mailsOf, proofsOf, rowsOf } from '#tests/support/stored';

const app = setApp();
beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [outbox, applications]) await app.db.write((tx) => tx.delete(table));
});

/** An application with the first sets, and its calls. */
async function begun(sets = 5) {
  const visitor = await begin(app, sets);
  const path = href(api.declarations, visitor);
  return {
    visitor,
    path,
    put: (body: unknown) => visitor.send('PUT', path, body),
    get: () => visitor.send('GET', path),
    complete: (shown?: string) => visitor.complete(shown === undefined ? {} : { 'x-wordings': shown }),
    proofs: async () => (await proofsOf(app)).filter(({ applicationId }) => applicationId === visitor.id),
  };
}

describe('the waiver of advice', () => {
  test('is ticked and unticked again before submitting, by a truth value alone', async () => {
    const { put, get } = await begun(1);
    expect(await get()).toMatchObject({ status: 200, body: { adviceWaiver: false } });
    for (const adviceWaiver of [true, true, false, true]) {
      expect(await put({ adviceWaiver })).toMatchObject({ status: 200, body: { adviceWaiver } });
      expect((await get()).body).toEqual({ adviceWaiver });
    }
    const wrong = [
      ...['true', 1, null].map((adviceWaiver) => ({ adviceWaiver })),
      {},
      [true],
      { waiver: true },
    ];
    const errors = [{ path: 'adviceWaiver', message: sentence }];
    for (const body of wrong) expect(await put(body)).toMatchObject({ status: 422, body: { errors } });
    expect((await get()).body).toEqual({ adviceWaiver: true });
  });

  test('counts as a change of the application, and changes nothing else', async () => {
    const { visitor, put } = await begun(3);
    const before = (await visitor.application()).body;
    app.clock.now += 60_000;
    await put({ adviceWaiver: true });
    const lastUpdated = '2026-11-20T09:01:00.000Z';
    expect((await visitor.application()).body).toEqual({ ...before, lastUpdated });
  });

  test('cannot be changed or read after submitting', async () => {
    const { visitor, put, get, complete } = await begun();
    await complete();
    expect(await put({ adviceWaiver: true })).toMatchObject({ status: 409, body: { message: sentence } });
    expect((await get()).status).toBe(404);
    const stored = [{ id: visitor.id, adviceWaiver: null, adviceOwed: true }];
    expect(await rowsOf(app, applications)).toMatchObject(stored);
  });
});

test.each([
  ['is owed if the box was never ticked', [], true],
  ['is owed if it was unticked again', [true, false], true],
  ['is not owed with a waiver', [true], false],
])('advice %s, and not while the application is open', async (_, ticks, owed) => {
  const { put, complete } = await begun();
  for (const adviceWaiver of ticks) await put({ adviceWaiver });
  expect(await rowsOf(app, applications)).toMatchObject([{ adviceOwed: false }]);
  expect((await complete()).status).toBe(200);
  expect(await rowsOf(app, applications)).toMatchObject([{ adviceOwed: owed }]);
});

describe('a completion proves', () => {
  const keysOf = (rows: { wordingSha256: string | null }[]) =>
    rows.map(
      ({ wordingSha256 }) => app.context.wordings.all.find(({ sha256 }) => sha256 === wordingSha256)?.key,
    );
  const usual = ['requirements', 'dataProcessing', 'mandate', 'submission'];

  test('the present wordings if the page did not say what it showed', async () => {
    const { complete, proofs } = await begun();
    await complete();
    const rows = await proofs();
    expect(keysOf(rows).map(String)).toEqual(['selection', ...usual]);
    const [{ personKey } = { personKey: null }] = rows;
    expect(personKey).toMatch(/^[0-9a-f]{64}$/);
    const keepUntil = Date.parse('2036-12-31T23:00:00Z');
    const declared = { at: app.clock.now, kind: 'declaration', way: 'page', personKey, keepUntil };
    const other = { callbackId: null, documentSha256: null, mailId: null };
    for (const row of rows) expect(row).toMatchObject({ ...declared, ...other });
  });

  test('the waiver only if its box is ticked, and the notices that were shown', async () => {
    const [ticked, not] = [await begun(), await begun()];
    await ticked.put({ adviceWaiver: true });
    const { header } = app.context.wordings.forWizard;
    for (const { complete } of [ticked, not]) await complete(header);
    expect(keysOf(await not.proofs()).map(String)).toEqual(['dutyOfDisclosure', 'selection', ...usual]);
    const hashes = (await ticked.proofs()).map(({ wordingSha256 }) => wordingSha256);
    expect(hashes).toContain(sha256Of(waiver.sentence));
  });

  test('the wording of a page that was loaded before an update', async () => {
    const { complete, proofs } = await begun();
    const text = 'Ein früherer Wortlaut.';
    await storeWordings(app.db, [{ key: 'submission', text, sha256: sha256Of(text) }], 1);
    expect((await complete(`submission=${sha256Of(text)}`)).status).toBe(200);
    const hashes = (await proofs()).map(({ wordingSha256 }) => wordingSha256);
    expect(hashes).toContain(sha256Of(text));
    expect(hashes).not.toContain(sha256Of(wordings.submission.text(app.context.operator)));
    expect(hashes).toHaveLength(4);
  });

  test('each declaration once, however often it is submitted', async () => {
    const { complete, proofs } = await begun();
    await Promise.all(Array.from({ length: 20 }, () => complete()));
    await complete(app.context.wordings.forWizard.header);
    expect(await proofs()).toHaveLength(5);
  });

  test('nothing if it is refused', async () => {
    const { visitor, complete, proofs } = await begun(4);
    expect((await complete()).status).toBe(422);
    await visitor.save('sepa-mandate', johanna['sepa-mandate']);
    expect((await visitor.complete({ 'x-shown-premium': '0.01' })).status).toBe(409);
    expect(await proofs()).toEqual([]);
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
    const { visitor, complete, proofs } = await begun();
    const { status, body } = await complete(header(app.context.wordings.hashes));
    const errors = [{ path: 'X-Wordings', message: expect.stringContaining('laden Sie diese Seite neu') }];
    expect({ status, body }).toEqual({ status: 422, body: { message: sentence, errors } });
    expect((await visitor.application()).body.completed).toBe(false);
    expect([await proofs(), await mailsOf(app)]).toEqual([[], []]);
    expect((await complete()).status).toBe(200);
  });

  test('but not if the application is completed already, or incomplete', async () => {
    const { complete } = await begun();
    const { body } = await complete();
    expect(await complete('viel')).toMatchObject({ status: 200, body });
    const incomplete = { status: 422, body: { message: 'Unvollständige Daten' } };
    expect(await (await begun(1)).complete('viel')).toMatchObject(incomplete);
  });
});

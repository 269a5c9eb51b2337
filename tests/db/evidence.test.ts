/** Proofs in the database: who they are about, what cannot be done to them, and what is deleted with a draft. */
import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createFieldCipher } from '#db/bank-data/cipher';
import { QueryFailed } from '#db/driver/errors';
import { deleteRows } from '#db/erasers';
import { addEvidence, type NewEvidence, storeWordings } from '#db/evidence';
import { sha256Of } from '#db/hash';
import { readDeclared, readEvidence } from '#db/proofs';
import { documents, sealedKeys } from '#db/schema/law';
import { setApp, startApp, type TestApp, testNow } from '#tests/support/app';
import { completed, filled } from '#tests/support/applications';
import { proofsOf } from '#tests/support/stored';

const app = setApp();

const proof: NewEvidence = { at: testNow, kind: 'declaration', way: 'page' };

const add = ({ db, context }: TestApp, ...proofs: Partial<NewEvidence>[]) =>
  db.write((tx) =>
    addEvidence(
      tx,
      context.cipher,
      proofs.map((one) => ({ ...proof, ...one })),
    ),
  );
const refused = (app: TestApp, query: string) =>
  expect(app.db.write((tx) => tx.run(sql.raw(query)))).rejects.toBeInstanceOf(QueryFailed);

describe('the person of a proof', () => {
  test('is the same for every spelling of an address, and no address is stored', async () => {
    const app = await startApp();
    const spellings = ['Jo@Müller.example', 'jo@xn--mller-kva.example', 'JO@MÜLLER.EXAMPLE'];
    await add(app, ...spellings.map((email) => ({ email })), { email: 'jo.2@müller.example' }, {});
    const [first, second, third, other, none] = (await proofsOf(app)).map(({ personKey }) => personKey);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect([second, third]).toEqual([first, first] as string[]);
    expect(other).not.toBe(first as string);
    expect(none).toBeNull();
    expect(JSON.stringify(await proofsOf(app))).not.toMatch(/ller/i);
  });

  // ASVS 11.4.1, 11.4.3
  test('cannot be found with the key of another product', async () => {
    const keys: (string | null | undefined)[] = [];
    for (let count = 0; count < 2; count += 1) {
      const app = await startApp();
      await add(app, { email: 'jo@post.example' });
      keys.push((await proofsOf(app))[0]?.personKey);
    }
    expect(keys[0]).not.toBe(keys[1] as string);
  });

  test('is missing if the key does not open, and the proof is stored all the same', async () => {
    const app = await startApp();
    const foreign = createFieldCipher(Buffer.alloc(32, 9).toString('base64'));
    await app.db.write((tx) => addEvidence(tx, foreign, [{ ...proof, email: 'jo@post.example' }]));
    expect(await proofsOf(app)).toMatchObject([{ kind: 'declaration', personKey: null }]);
  });

  test('has a key that is stored sealed only', async () => {
    const [row, ...more] = await app.db.read.select().from(sealedKeys);
    expect(more).toEqual([]);
    expect([row?.name, row?.sealed.startsWith(app.context.cipher.prefix)]).toEqual(['person', true]);
    expect(Buffer.from(app.context.cipher.open('', 'person', row?.sealed ?? ''), 'base64')).toHaveLength(32);
  });
});

describe('a proof', () => {
  test('cannot be changed, not even after its time', async () => {
    const app = await startApp();
    await add(app, { at: Date.parse('1999-01-01T00:00:00Z') }, {});
    for (const change of ["way = 'mail'", 'keep_until = 0', 'at = 0', 'kind = kind'])
      await refused(app, `update evidence set ${change}`);
    await refused(app, 'insert or replace into evidence select * from evidence');
    await refused(
      app,
      "insert or replace into evidence (rowid, id, at, kind, way, keep_until) values (1, 'x', 0, 'x', 'x', 0)",
    );
    expect((await proofsOf(app)).map(({ way }) => way)).toEqual(['page', 'page']);
  });

  test('cannot be deleted before its time, and can be afterwards', async () => {
    const app = await startApp();
    await add(app, { at: Date.parse('1999-01-01T00:00:00Z') }, {});
    await refused(app, 'delete from evidence');
    await refused(app, `delete from evidence where keep_until > ${Date.now()}`);
    expect(await proofsOf(app)).toHaveLength(2);
    await app.db.write((tx) => tx.run(sql.raw(`delete from evidence where keep_until < ${Date.now()}`)));
    expect((await proofsOf(app)).map(({ at }) => at)).toEqual([testNow]);
  });

  test('is read with its wording and its document, in order of time', async () => {
    const { db } = app;
    const applicationId = crypto.randomUUID();
    const text = 'Ein Wortlaut von damals.';
    await storeWordings(db, [{ key: 'submission', text, sha256: sha256Of(text) }], testNow);
    const paper = { sha256: 'd'.repeat(64), bytes: Buffer.from('%PDF-'), sample: false, createdAt: 1 };
    await db.write((tx) =>
      tx.insert(documents).values([
        { ...paper, kind: 'avb', version: 30 },
        // the same content once more
        { ...paper, kind: 'erstinformation', version: 10, createdAt: 2 },
      ]),
    );
    await add(
      app,
      { applicationId, at: testNow + 2, wordingSha256: sha256Of(text) },
      {
        applicationId,
        at: testNow + 1,
        kind: 'document_delivered',
        way: 'mail',
        documentSha256: paper.sha256,
      },
      { applicationId, at: testNow + 1, kind: 'withdrawal' },
      { applicationId: crypto.randomUUID() },
    );
    expect(await readEvidence(db.read, { applicationId })).toMatchObject([
      {
        kind: 'document_delivered',
        wording: null,
        document: { kind: 'avb', version: 30, sha256: paper.sha256 },
      },
      { kind: 'withdrawal', wording: null, document: null },
      { kind: 'declaration', wording: { key: 'submission', text }, document: null },
    ]);
    expect(await readDeclared(db.read, applicationId)).toEqual({ submission: text });
  });
});

describe('a deletion', () => {
  test('takes the proofs of a draft with it, and leaves those of a completed application', async () => {
    const [draft, sent] = [await filled(app), await completed(app)];
    await add(app, { applicationId: draft.id }, { applicationId: crypto.randomUUID() });
    const before = (await proofsOf(app)).filter(({ applicationId }) => applicationId !== draft.id);
    const { ids } = await app.db.write((tx) => deleteRows(tx, [draft.id, sent.id]));
    expect(ids.toSorted()).toEqual([draft.id, sent.id].toSorted());
    expect(await proofsOf(app)).toEqual(before);
    expect(before.filter(({ applicationId }) => applicationId === sent.id).length).toBeGreaterThan(3);
  });
});

describe('a start', () => {
  test('stores unknown wordings once, with the instant of the first start', async () => {
    const { db, context } = await startApp();
    const all = await db.read.all<{ sha256: string; first_at: number }>(sql`select * from wordings`);
    expect(all.map(({ sha256 }) => sha256).toSorted()).toEqual(
      context.wordings.all.map(({ sha256 }) => sha256).toSorted(),
    );
    const text = 'Neuer Wortlaut';
    const shown = [...context.wordings.all, { key: 'submission' as const, text, sha256: sha256Of(text) }];
    await Promise.all([storeWordings(db, shown, 5), storeWordings(db, shown, 5)]);
    await storeWordings(db, shown, 6);
    const after = await db.read.all<{ sha256: string; first_at: number }>(sql`select * from wordings`);
    expect(after).toHaveLength(all.length + 1);
    expect(after.find(({ sha256 }) => sha256 === sha256Of(text))).toMatchObject({ first_at: 5, text });
  });

  test('with nothing new writes nothing', async () => {
    const { db, context } = await startApp();
    db.write = () => Promise.reject(new Error('It writes.'));
    await storeWordings(db, context.wordings.all, 7);
  });
});

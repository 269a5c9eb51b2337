/** Versions of documents in the database. */

import { beforeEach, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { findDocument, findDrawn, type NewDocument, storeDocument } from '#db/documents';
import { addEvidence } from '#db/evidence';
import { documents } from '#db/schema/law';
import { startApp, type TestApp } from '#tests/support/app';
import { rejection } from './support/processes';

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
  await app.db.write((tx) => tx.delete(documents));
});

function documentOf(content: string, changes: Partial<NewDocument> = {}): NewDocument {
  const bytes = Buffer.from(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'avb', bytes, sha256, sample: false, recipe: null, createdAt: 1, ...changes };
}

const store = (content: string, changes?: Partial<NewDocument>) =>
  storeDocument(app.db, documentOf(content, changes));
const stored = () => app.db.read.select().from(documents).orderBy(documents.version);

test('versions are counted for each kind, and a known content keeps its version', async () => {
  expect([await store('one'), await store('two'), await store('one')]).toEqual([1, 2, 1]);
  expect(await store('one', { kind: 'erstinformation' })).toBe(1);
  expect(await stored()).toHaveLength(3);
});

test('the bytes come back unchanged', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => index % 256));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await store('', { bytes, sha256 });
  const found = await findDocument(app.db.read, 'avb', sha256);
  expect(Buffer.compare(Buffer.from(found?.bytes ?? []), bytes)).toBe(0);
  expect(await findDocument(app.db.read, 'erstinformation', sha256)).toBeNull();
});

test('instances that start together store each document once', async () => {
  const versions = await Promise.all(['one', 'one', 'two', 'one', 'two'].map((content) => store(content)));
  expect(new Set(versions)).toEqual(new Set([1, 2]));
  expect(await stored()).toHaveLength(2);
});

test('a document stops being a sample when the company has its name', async () => {
  await store('one', { sample: true });
  await store('one', { sample: false });
  expect(await stored()).toMatchObject([{ version: 1, sample: false }]);
});

test('a drawn document is found by its recipe', async () => {
  await store('one', { recipe: 'r1' });
  expect(await findDrawn(app.db.read, 'avb', 'r1')).toMatchObject({ version: 1 });
  expect(await findDrawn(app.db.read, 'avb', 'r2')).toBeNull();
  expect(await findDrawn(app.db.read, 'erstinformation', 'r1')).toBeNull();
});

test('a document that a proof names cannot be deleted, another one can', async () => {
  await store('one');
  await store('two');
  const { sha256 } = documentOf('one');
  await app.db.write((tx) =>
    addEvidence(tx, app.context.cipher, [
      {
        at: app.clock.now,
        kind: 'document_delivered',
        applicationId: null,
        way: 'mail',
        documentSha256: sha256,
      },
    ]),
  );
  const remove = (version: number) =>
    app.db.write((tx) => tx.delete(documents).where(eq(documents.version, version)));
  expect((await rejection(remove(1))).name).toBe('QueryFailed');
  await remove(2);
  expect(await stored()).toMatchObject([{ version: 1 }]);
});

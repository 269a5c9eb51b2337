/** Texts and documents that proofs name: the database refuses to change them, and one that was changed is not shown. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { findChanged, readDeclared, readEvidence } from '#db/proofs';
import { documents, wordings } from '#db/schema/law';
import { withoutTriggers } from '#db/stored-texts';
import { changedText } from '#domain/law/evidence';
import { href, pages } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { completed } from '#tests/support/applications';
import { rejection } from './support/processes';

const app = setApp();
let id = '';
beforeAll(async () => {
  await app.context.documents.inForce();
  const visitor = await completed(app);
  await app.outbox.runOnce();
  ({ id } = visitor);
});

const run = (statement: string) => app.db.write((tx) => tx.run(sql.raw(statement)));
const named = `(select wording_sha256 from evidence where kind = 'declaration' limit 1)`;
const unnamed = `sha256 not in (select wording_sha256 from evidence where wording_sha256 is not null)`;

describe('the database refuses', () => {
  test.each([
    `update wordings set text = text || ' (geändert)' where sha256 = ${named}`,
    `update wordings set sha256 = 'x' where ${unnamed}`,
    'update wordings set key = key',
    'update wordings set first_at = 0',
    `delete from wordings where sha256 = ${named}`,
    'delete from wordings',
    `insert or replace into wordings select sha256, key, 'anders', 0 from wordings where sha256 = ${named}`,
    `insert into wordings select sha256, key, 'anders', 0 from wordings where true on conflict do update set text = 'x'`,
    `replace into wordings (rowid, sha256, key, text, first_at) select rowid, 'x', key, text, 0 from wordings`,
    `update documents set bytes = x'00'`,
    `update documents set sha256 = 'x'`,
    'update documents set version = version + 10',
    `update documents set kind = 'x', sample = 0`,
    'update documents set created_at = 0',
    'delete from documents',
    `insert or replace into documents select kind, version, sha256, x'00', sample, recipe, 0 from documents`,
    `insert or replace into documents select kind, version, 'x', bytes, sample, recipe, 0 from documents`,
    `insert or replace into documents select kind, 99, sha256, x'00', sample, recipe, 0 from documents`,
  ])('%s', async (statement) => {
    expect((await rejection(run(statement))).name).toBe('QueryFailed');
  });
});

test('the database takes what the product does: a sample that is none any more, a wording again, an unnamed one away', async () => {
  await run('update documents set sample = 1 - sample, recipe = recipe');
  await run('insert into wordings select * from wordings where true on conflict do nothing');
  await run(`delete from wordings where ${unnamed}`);
  expect(await findChanged(app.db.read)).toEqual([]);
});

test('what was changed past the product is neither shown nor sent, and is named', async () => {
  const [proof] = (await readEvidence(app.db.read, { applicationId: id })).filter(({ wording }) => wording);
  const [document] = await app.db.read.select().from(documents).where(eq(documents.kind, 'avb'));
  if (!proof?.wording || !document) throw new Error('There is no proof.');
  const { key } = proof.wording;
  const file = href(pages.documentFile, { kind: 'avb', file: `${document.sha256}.pdf` });
  await app.db.write(async (tx) => {
    const spoil = sql`update wordings set text = text || ' und alles' where key = ${key}`;
    await withoutTriggers(tx, 'wordings', async () => void (await tx.run(spoil)));
    const forge = sql`update documents set bytes = x'25504446' where kind = 'avb'`;
    await withoutTriggers(tx, 'documents', async () => void (await tx.run(forge)));
  });
  const shown = await readEvidence(app.db.read, { applicationId: id });
  const texts = shown.filter(({ wording }) => wording?.key === key).map(({ wording }) => wording?.text);
  expect(new Set(texts)).toEqual(new Set([changedText]));
  const others = shown.flatMap(({ wording }) => (wording && wording.key !== key ? [wording.text] : []));
  expect(others.length).toBeGreaterThan(2);
  expect(others).not.toContain(changedText);
  expect((await readDeclared(app.db.read, id))[key] ?? changedText).toBe(changedText);
  expect(await findChanged(app.db.read)).toEqual([key, 'avb 1']);
  // from memory it is the one that was stored
  expect((await app.ask('GET', file)).status).toBe(200);
  const [row] = await app.db.read.select().from(wordings).where(eq(wordings.key, key));
  expect(row?.text).toEndWith('und alles');
  expect(await app.context.documents.earlierFile('avb', document.sha256, {})).toBeNull();
});

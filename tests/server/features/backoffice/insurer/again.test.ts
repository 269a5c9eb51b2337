/**
 * A request that names the lines is done once, however often and by however many, whatever happens to the file or its
 * cases. What all calls with an id have in common: `repeats.test.ts`.
 */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { Progress } from '#db/insurer/answers';
import { caseMessages } from '#db/schema/desk';
import { theSystem } from '#domain/accounts/actors';
import { notApplied } from '#domain/insurer/lines';
import { api, href } from '#domain/urls';
import { perform } from '#server/deed';
import { applySome, contentOf, readByLine } from '#server/features/backoffice/insurer/lines';
import { deedsOf, setApplication, setOffice, statusesOf } from '../staff';
import { type Cells, deskOf, left } from './desk';

const office = setOffice();
const { app } = office;
const desk = deskOf(office);
const ten = <T>(call: (index: number) => T) => Array.from({ length: 10 }, (_, index) => call(index));
const uuid = () => crypto.randomUUID() as string;
const newest = async () => (await desk.list('?pageSize=1')).returns;
const linesOf = (rows: readonly unknown[]) => rows.map((_, index) => index + 2);

/** More than one transaction takes. */
async function many() {
  const ids = await desk.atInsurer(25);
  return { ids, file: await desk.matched(ids.map((id) => [id, `VS-${id}`])), lines: linesOf(ids) };
}

describe('a request without an id', () => {
  test('again, with its lines in another order, answers as before and does nothing', async () => {
    const ids = await desk.atInsurer(2);
    const [one = '', two = ''] = ids;
    const file = await desk.matched([
      [one, '', 'abgelehnt'],
      [two, '', 'Rückfrage'],
      ['x', 'VS'],
    ]);
    const first = await desk.apply(file.id, [2, 3, 4], true);
    expect(first.body).toMatchObject({ changed: 2, skipped: [{ line: 4 }] });
    const rows = await deedsOf(app, ...ids);
    expect((await desk.apply(file.id, [4, 3, 2], true)).body).toEqual(first.body);
    expect((await desk.apply(file.id, [2, 3, 4, 4], true, office.antje)).body).toEqual(first.body);
    expect(await deedsOf(app, ...ids)).toEqual(rows);
    expect(await desk.mailsOf(one)).toHaveLength(1);
    expect(await newest()).toMatchObject([{ id: file.id, changed: 2 }]);
  });

  test('ten times at once changes everything once', async () => {
    const { ids, file, lines } = await many();
    const answers = await Promise.all(ten(() => desk.apply(file.id, lines, true)));
    expect(answers.map(({ body }) => body)).toEqual(Array(10).fill({ changed: 25, skipped: [] }));
    const audited = await deedsOf(app, ...ids, file.id);
    const count = (deed: string) => audited.filter((row) => row.endsWith(deed)).length;
    expect([count('case_changed'), count('return_applied')]).toEqual([25, 1]);
    expect(await app.db.read.$count(caseMessages, eq(caseMessages.applicationId, ids[9] ?? ''))).toBe(1);
    expect(await newest()).toMatchObject([{ id: file.id, changed: 25 }]);
  });

  test('is another one with other lines, or with messages', async () => {
    const [one = '', two = ''] = await desk.atInsurer(2);
    const file = await desk.matched([one, two].map((id) => [id, `VS-${id}`]));
    await desk.apply(file.id, [2]);
    expect((await desk.apply(file.id, [2], true)).body).toEqual(left(notApplied.already));
    expect((await desk.apply(file.id, [2, 3])).body).toEqual({ ...left(notApplied.already), changed: 1 });
  });

  test('does nothing again also when nothing keeps its line from it any more', async () => {
    const [id = ''] = await desk.atInsurer();
    const file = await desk.matched([[id, '', 'abgelehnt']]);
    await setApplication(app, id, { restrictedAt: 1 });
    const first = await desk.apply(file.id, [2], true);
    await setApplication(app, id, { restrictedAt: null });
    expect((await desk.apply(file.id, [2], true)).body).toEqual(first.body);
    expect(await desk.caseOf(id)).toMatchObject({ status: 'transmitted' });
  });
});

describe('a request with an id', () => {
  test('answers as before also after a new match, and another one sees what is there now', async () => {
    const [[id = ''], key] = [await desk.atInsurer(), uuid()];
    const file = await desk.matched([[id, '', 'abgelehnt']]);
    const apply = async (own: string) => (await desk.apply(file.id, [2], true, office.lukas, own)).body;
    const first = await apply(key);
    await desk.match(file.id);
    expect(await apply(key)).toEqual(first);
    expect(await apply(uuid())).toEqual(left(notApplied.already));
  });

  test('of ten with two bodies at the same time does what one of them says', async () => {
    const [{ file, lines }, key] = [await many(), uuid()];
    const answers = ten((index) =>
      desk.apply(file.id, index % 2 ? lines : lines.slice(1), true, office.lukas, key),
    );
    expect(await statusesOf(answers)).toEqual([...Array(5).fill(200), ...Array(5).fill(409)]);
    const taken = (await Promise.all(answers)).filter(({ status }) => status === 200);
    expect(new Set(taken.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await newest()).toMatchObject([{ id: file.id, changed: taken[0]?.body.changed }]);
  });
});

/** A file that refuses one case, and what applies its first part under this id, as if it were interrupted. */
async function begun(own?: string) {
  const [id = ''] = await desk.atInsurer();
  const { context, db } = app;
  const rows: Cells[] = [[id, '', 'abgelehnt'], ...Array.from({ length: 20 }, (): Cells => ['x'])];
  const { id: fileId } = await desk.matched(rows);
  const file = await contentOf(db.read, fileId);
  const lines = linesOf(rows);
  const read = await readByLine(context, file);
  const applying = { context, actor: theSystem, file, id: own, lines, notify: false, read };
  const apply = (mine?: Progress) => perform(context, theSystem, (deed) => applySome(deed, applying, mine));
  return { id, fileId, lines, apply };
}

test('nothing is applied by meanings that the columns had before', async () => {
  const { id, fileId, apply } = await begun(uuid());
  await desk.match(fileId, { reference: 'Antrag' });
  await expect(apply()).rejects.toMatchObject({ status: 409 });
  expect(await desk.caseOf(id)).toMatchObject({ status: 'transmitted' });
});

test('an interrupted request counts what it did, also if the case was changed since', async () => {
  const own = uuid();
  const { id, fileId, lines, apply } = await begun(own);
  expect(await apply()).toMatchObject({ result: null, soFar: { changed: 1 } });
  const change = { version: (await desk.caseOf(id)).version, status: 'in_review', reason: 'Irrtum' };
  await office.antje.ask('PATCH', href(api.case, { id }), change);
  expect((await desk.apply(fileId, lines, false, office.lukas, own)).body).toMatchObject({ changed: 1 });
  expect(await desk.caseOf(id)).toMatchObject({ status: 'in_review' });
});

test('a request without an id goes on counting if the file is matched anew meanwhile', async () => {
  const { fileId, apply } = await begun();
  const progress = await apply();
  await desk.match(fileId);
  expect(await apply(progress)).toMatchObject({ result: { changed: 1 } });
  // its transaction may run again
  expect(progress).toMatchObject({ result: null, soFar: { changed: 1, skipped: { length: 19 } } });
});

test('lines that change nothing are passed once, also if there are many after one another', async () => {
  const rows = Array.from({ length: 45 }, (): Cells => ['x']);
  const { body } = await desk.apply((await desk.matched(rows)).id, linesOf(rows));
  expect(body).toMatchObject({ changed: 0, skipped: { length: 45 } });
});

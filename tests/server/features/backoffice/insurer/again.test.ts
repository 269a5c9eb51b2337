/** The same request is done once, however often and by however many, whatever happens to the file or its cases. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { Progress } from '#db/insurer/answers';
import { applications } from '#db/schema/applications';
import { caseMessages } from '#db/schema/desk';
import { returnFiles } from '#db/schema/insurer';
import { theSystem } from '#domain/accounts/actors';
import { idTaken } from '#domain/fields';
import { notApplied } from '#domain/insurer/lines';
import { dayMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { perform } from '#server/deed';
import { applySome, contentOf, readByLine } from '#server/features/backoffice/insurer/lines';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { deedsOf, setOffice, statusesOf } from '../staff';
import { type Cells, deskOf, left } from './desk';

const office = setOffice();
const { app } = office;
const desk = deskOf(office);
const ten = <T>(call: (index: number) => T) => Array.from({ length: 10 }, (_, index) => call(index));

describe.each([
  ['without an id', undefined],
  ['with an id', crypto.randomUUID()],
])('a request %s', (_, own) => {
  test('again answers as before and does nothing', async () => {
    const ids = await desk.atInsurer(2);
    const [one = '', two = ''] = ids;
    const file = await desk.matched([
      [one, '', 'abgelehnt'],
      [two, '', 'Rückfrage'],
      ['x', 'VS'],
    ]);
    const first = await desk.apply(file.id, [2, 3, 4], true, office.lukas, own);
    expect(first.body).toMatchObject({ changed: 2, skipped: [{ line: 4 }] });
    const rows = await deedsOf(app, ...ids);
    app.clock.now += 60_000;
    for (const [lines, by] of [
      [[4, 3, 2], office.lukas],
      [[2, 3, 4, 4], office.antje],
    ] as const)
      expect((await desk.apply(file.id, [...lines], true, by, own?.toUpperCase())).body).toEqual(first.body);
    expect(await deedsOf(app, ...ids)).toEqual(rows);
    expect(await desk.mailsOf(one)).toHaveLength(1);
    expect((await desk.list('?pageSize=1')).returns).toMatchObject([{ id: file.id, changed: 2 }]);
  });
});

describe('a request without an id', () => {
  test('ten times at once changes everything once', async () => {
    // more than one transaction takes
    const ids = await desk.atInsurer(25);
    const file = await desk.matched(ids.map((id) => [id, `VS-${id}`]));
    const lines = ids.map((_, index) => index + 2);
    const answers = await Promise.all(ten(() => desk.apply(file.id, lines, true)));
    expect(answers.map(({ body }) => body)).toEqual(Array(10).fill({ changed: 25, skipped: [] }));
    const audited = await deedsOf(app, ...ids, file.id);
    expect(audited.filter((row) => row.endsWith('case_changed'))).toHaveLength(25);
    expect(audited.filter((row) => row.endsWith('return_applied'))).toHaveLength(1);
    expect(await app.db.read.$count(caseMessages, eq(caseMessages.applicationId, ids[9] ?? ''))).toBe(1);
    expect((await desk.list('?pageSize=1')).returns).toMatchObject([{ id: file.id, changed: 25 }]);
  });

  test('is another one with other lines, or with messages', async () => {
    const [one = '', two = ''] = await desk.atInsurer(2);
    const file = await desk.matched([
      [one, `VS-${one}`],
      [two, `VS-${two}`],
    ]);
    await desk.apply(file.id, [2]);
    expect((await desk.apply(file.id, [2], true)).body).toEqual(left(notApplied.already));
    expect((await desk.apply(file.id, [2, 3])).body).toEqual({ ...left(notApplied.already), changed: 1 });
  });

  test('does nothing again also when nothing keeps its line from it any more', async () => {
    const [id = ''] = await desk.atInsurer();
    const restrict = (restrictedAt: number | null) =>
      app.db.write((tx) => tx.update(applications).set({ restrictedAt }).where(eq(applications.id, id)));
    const file = await desk.matched([[id, '', 'abgelehnt']]);
    await restrict(1);
    const first = await desk.apply(file.id, [2], true);
    await restrict(null);
    expect((await desk.apply(file.id, [2], true)).body).toEqual(first.body);
    expect(await desk.caseOf(id)).toMatchObject({ status: 'transmitted' });
  });
});

describe('a request with an id', () => {
  const own = () => crypto.randomUUID() as string;

  test('answers as before also after a new match, and another one sees what is there now', async () => {
    const [id = '', key] = [...(await desk.atInsurer()), own()];
    const file = await desk.matched([[id, '', 'abgelehnt']]);
    const first = await desk.apply(file.id, [2], true, office.lukas, key);
    await desk.match(file.id);
    expect((await desk.apply(file.id, [2], true, office.lukas, key)).body).toEqual(first.body);
    const other = await desk.apply(file.id, [2], true, office.lukas, own());
    expect(other.body).toEqual(left(notApplied.already));
  });

  test('of ten with two bodies at the same time does what one of them says', async () => {
    const ids = await desk.atInsurer(25);
    const file = await desk.matched(ids.map((id) => [id, '', 'abgelehnt']));
    const [key, lines] = [own(), ids.map((_, index) => index + 2)];
    const answers = ten((index) =>
      desk.apply(file.id, index % 2 ? lines : lines.slice(1), true, office.lukas, key),
    );
    expect(await statusesOf(answers)).toEqual([...Array(5).fill(200), ...Array(5).fill(409)]);
    const bodies = (await Promise.all(answers))
      .filter(({ status }) => status === 200)
      .map(({ body }) => body);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    const { returns } = await desk.list('?pageSize=1');
    expect(returns).toMatchObject([{ id: file.id, changed: bodies[0]?.changed }]);
  });

  test('is refused with other lines', async () => {
    const [file, key] = [await desk.matched([['x'], ['y']]), own()];
    await desk.apply(file.id, [2, 3], true, office.lukas, key);
    const other = await desk.apply(file.id, [2], true, office.lukas, key);
    expect(other).toMatchObject({ status: 409, body: { message: idTaken } });
  });
});

/** A file that refuses one case, and what applies its first part under this id, as if it were interrupted. */
async function begun(own?: string) {
  const [id = ''] = await desk.atInsurer();
  const { context, db } = app;
  const others = Array.from({ length: 20 }, (): Cells => ['x']);
  const { id: fileId } = await desk.matched([[id, '', 'abgelehnt'], ...others]);
  const file = await contentOf(db.read, fileId);
  const applying = {
    context,
    actor: theSystem,
    file,
    ...{ id: own, lines: [2, ...others.map((_, index) => index + 3)], notify: false },
    read: await readByLine(context, file),
  };
  return {
    id,
    fileId,
    lines: applying.lines,
    apply: (mine?: Progress) => perform(context, theSystem, (deed) => applySome(deed, applying, mine)),
  };
}

test('nothing is applied by meanings that the columns had before', async () => {
  const { id, fileId, apply } = await begun(crypto.randomUUID());
  await desk.match(fileId, { reference: 'Antrag' });
  await expect(apply()).rejects.toMatchObject({ status: 409 });
  expect(await desk.caseOf(id)).toMatchObject({ status: 'transmitted' });
});

test('an interrupted request counts what it did, also if the case was changed since', async () => {
  const own = crypto.randomUUID();
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
  const { id } = await desk.matched(rows);
  const lines = rows.map((_, index) => index + 2);
  const { body } = await desk.apply(id, lines, false);
  expect(body).toMatchObject({ changed: 0, skipped: { length: lines.length } });
});

test('the content is kept from the day on which it was applied', async () => {
  const [id = ''] = await desk.atInsurer();
  const file = await desk.matched([[id, '', 'abgelehnt']]);
  app.clock.now += 10 * dayMs;
  const keptUntil = async () =>
    (await office.lukas.ask('GET', href(api.return, { id: file.id }))).body.contentUntil;
  const uploaded = app.clock.now - 10 * dayMs;
  await app.db.write((tx) => tx.update(returnFiles).set({ at: uploaded }).where(eq(returnFiles.id, file.id)));
  expect(await keptUntil()).toBe('2026-12-20');
  await desk.apply(file.id, [2]);
  expect(await keptUntil()).toBe('2026-12-30');
  app.clock.now += 25 * dayMs;
  await deleteWhatIsOver(app.context);
  expect(await contentOf(app.db.read, file.id)).toMatchObject({ id: file.id });
});

/** Requests with an id of their own are done once, whatever happens to the file. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { idTaken } from '#domain/fields';
import { notApplied } from '#domain/returns/lines';
import { setOffice } from '../staff';
import { caseIn, deskOf } from './desk';

const office = setOffice();
const desk = deskOf(office);
const taken = { status: 409, body: { message: idTaken } };

const atInsurer = (count: number) =>
  Promise.all(Array.from({ length: count }, () => caseIn(office.app, 'transmitted')));
const auditOf = async (ids: readonly string[]) =>
  (await office.app.db.read.select().from(auditLog)).filter(({ subjectId }) => ids.includes(subjectId));
const mailsOf = async (id: string) =>
  (await office.app.db.read.select().from(outbox).where(eq(outbox.applicationId, id))).filter(
    ({ emailType }) => emailType.startsWith('case_'),
  );

describe('a request with an id', () => {
  test('again answers as before and does nothing, also after a new match', async () => {
    const ids = await atInsurer(2);
    const own = crypto.randomUUID();
    const file = await desk.matched([
      [ids[0] ?? '', '', 'abgelehnt'],
      ['x', 'VS-1'],
      [ids[1] ?? '', '', 'abgelehnt'],
    ]);
    const first = await desk.apply(file.id, [2, 3], true, office.lukas, own);
    expect(first).toMatchObject({ status: 200, body: { changed: 1, skipped: [{ line: 3 }] } });
    const rows = await auditOf(ids);
    for (const [lines, by, id] of [
      [[2, 3], office.lukas, own],
      [[3, 2, 2], office.antje, own.toUpperCase()],
    ] as const) {
      expect((await desk.apply(file.id, [...lines], true, by, id)).body).toEqual(first.body);
      await desk.match(file.id);
    }
    expect(await desk.apply(file.id, [2], true, office.lukas, own)).toMatchObject(taken);
    expect(await auditOf(ids)).toEqual(rows);
    expect(await mailsOf(ids[0] ?? '')).toHaveLength(1);
    // another one sees what is there now
    const other = await desk.apply(file.id, [2, 3], true, office.lukas, crypto.randomUUID());
    expect(other.body).toMatchObject({ changed: 0, skipped: [{ reason: notApplied.already }, { line: 3 }] });
  });

  test('ten times at once changes everything once, with other bodies at the same time one of them', async () => {
    const ids = await atInsurer(25);
    const file = await desk.matched(ids.map((id) => [id, '', 'abgelehnt']));
    const lines = ids.map((_, index) => index + 2);
    const own = crypto.randomUUID();
    const bodies = Array.from({ length: 10 }, (_, index) => (index % 2 ? lines : lines.slice(1)));
    const answers = await Promise.all(
      bodies.map((some) => desk.apply(file.id, some, true, office.lukas, own)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(200),
      ...Array(5).fill(409),
    ]);
    const done = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    expect(new Set(done.map((body) => JSON.stringify(body))).size).toBe(1);
    const { returns } = await desk.list('?pageSize=1');
    expect(returns).toMatchObject([{ id: file.id, changed: done[0]?.changed }]);
  });

  test.each(['', '1', 5, 'x'.repeat(36)])('that is none (%p) is refused', async (own) => {
    const { id } = await desk.matched([['x']]);
    const answer = await desk.apply(id, [2], false, office.lukas, own as string);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'id' }] } });
  });
});

/** Taking the next case, and changing many at once. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import type { Case } from '#domain/cases/staff';
import { api } from '#domain/urls';
import { type Applicant, johanna, sentence } from '#tests/support/people';
import type { Staff } from '../staff';
import { openDesk, setDesk } from './desk';

const begins = (insuranceStartDate: string): Applicant => ({
  ...johanna,
  'horse-data': { ...johanna['horse-data'], insuranceStartDate },
});

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** The application of the next case, or null for a 204. */
async function take({ app }: Pick<Desk, 'app'>, { token }: Staff, skip?: string[]): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.ask('POST', api.nextCase, { body: skip ? { skip } : {}, headers });
  if (response.status === 204) return null;
  if (response.status !== 200) throw new Error(`next answered ${response.status}`);
  return ((await response.json()) as Case).applicationId;
}

describe('the next case', () => {
  test('is mine with an answer, then my due one, then what nobody has and begins first', async () => {
    const desk = await openDesk();
    const { lukas, antje } = desk;
    expect(await take(desk, lukas)).toBeNull();
    const late = await desk.open(begins('2026-12-24'));
    const early = await desk.open(begins('2026-11-22'));
    const answered = await desk.open();
    const due = await desk.open();
    const foreign = await desk.open();
    for (const id of [answered, due]) await desk.change(id, { assigneeId: lukas.user.id });
    await desk.change(foreign, { assigneeId: antje.user.id, followUpOn: '2026-11-20' });
    const set = (id: string, values: object) =>
      desk.app.db.write((tx) => tx.update(cases).set(values).where(eq(cases.applicationId, id)));
    await set(answered, { replyUnread: true });
    await set(due, { followUpOn: '2026-11-19' });

    expect(await take(desk, lukas)).toBe(answered);
    expect(await take(desk, lukas, [answered.toUpperCase()])).toBe(due);
    expect(await desk.caseOf(due)).toMatchObject({ version: 2, overdue: true });
    const skip = [answered, due];
    expect(await take(desk, lukas, skip)).toBe(early);
    expect(await desk.caseOf(early)).toMatchObject({ version: 2, assignee: { username: 'lukas.weber' } });
    expect(await desk.events(early)).toMatchObject([
      { kind: 'assignee', actor: 'lukas.weber', old: null, new: 'lukas.weber' },
    ]);
    expect(await desk.audited(early)).toEqual(['lukas.weber case_changed']);
    expect(await take(desk, lukas, [...skip, late])).toBeNull();
    expect(await take(desk, lukas, skip)).toBe(late);
    expect(await take(desk, lukas, skip)).toBeNull();
  });

  test('is never the same for two who ask at once', async () => {
    const desk = await openDesk();
    const open = new Set<string>();
    for (let index = 0; index < 20; index += 1) open.add(await desk.open());
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) => take(desk, index % 2 ? desk.lukas : desk.antje)),
    );
    const ids = taken.filter((id) => id !== null);
    expect(ids).toHaveLength(20);
    expect(new Set(ids)).toEqual(open);
  });

  test('keeps an answer unread, and so is the next one again', async () => {
    const desk = await openDesk();
    const id = await desk.open();
    await desk.app.db.write((tx) => tx.update(cases).set({ replyUnread: true }));
    expect(await take(desk, desk.lukas)).toBe(id);
    expect(await desk.caseOf(id)).toMatchObject({ replyUnread: true, assignee: { username: 'lukas.weber' } });
    expect(await take(desk, desk.lukas)).toBe(id);
  });
});

describe('a change of many', () => {
  const desk = setDesk();
  const bulk = (body: object) => desk.lukas.ask('POST', api.bulkCases, body);

  test('assigns those that nobody has changed meanwhile, and names the others', async () => {
    const [fresh, stale, mine, done, unknown] = [
      await desk.open(),
      await desk.open(),
      await desk.open(),
      await desk.open(johanna, 'issued'),
      crypto.randomUUID(),
    ];
    const assigneeId = desk.lukas.user.id;
    await desk.change(stale, { policyNumber: 'P-1' }, desk.antje);
    await desk.change(mine, { assigneeId });
    const cases = [fresh, stale, done, unknown].map((id) => ({ id: id.toUpperCase(), version: 1 }));
    const answer = await bulk({ cases: [...cases, { id: mine, version: 2 }], assigneeId });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      changed: 2,
      skipped: [
        { id: stale, reason: 'Dieser Vorgang wurde inzwischen von antje.brandt geändert.' },
        { id: unknown, reason: 'Diesen Vorgang gibt es nicht.' },
      ],
    });
    expect(await desk.caseOf(fresh)).toMatchObject({ version: 2, assignee: { username: 'lukas.weber' } });
    expect(await desk.events(fresh)).toMatchObject([{ kind: 'assignee', old: null, new: 'lukas.weber' }]);
    expect(await desk.audited(fresh)).toEqual(['lukas.weber case_changed']);
    expect(await desk.events(mine)).toHaveLength(1);
    const nobody = await bulk({ cases: [{ id: fresh, version: 2 }], assigneeId: null });
    expect(nobody.body).toEqual({ changed: 1, skipped: [] });
    expect(await desk.caseOf(fresh)).toMatchObject({ version: 3, assignee: null });
  });

  test('leaves an answer unread for whoever gets the case', async () => {
    const id = await desk.open();
    await desk.app.db.write((tx) =>
      tx.update(cases).set({ replyUnread: true }).where(eq(cases.applicationId, id)),
    );
    await bulk({ cases: [{ id, version: 1 }], assigneeId: desk.antje.user.id });
    expect(await desk.caseOf(id)).toMatchObject({
      replyUnread: true,
      assignee: { username: 'antje.brandt' },
    });
    expect(await take(desk, desk.antje)).toBe(id);
  });

  test('sets the follow-up of open ones', async () => {
    const [open, done] = [await desk.open(), await desk.open(johanna, 'declined')];
    const cases = [open, done].map((id) => ({ id, version: 1 }));
    const { body } = await bulk({ cases, followUpOn: '2026-12-01' });
    expect(body).toEqual({ changed: 1, skipped: [{ id: done, reason: sentence }] });
    expect(await desk.caseOf(open)).toMatchObject({ followUpOn: '2026-12-01', version: 2 });
    expect(await desk.caseOf(done)).toMatchObject({ followUpOn: null, version: 1 });
  });
});

/** Taking the next case, and changing many at once. */
import { describe, expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { type Applicant, johanna, sentence } from '#tests/support/people';
import type { Staff } from '../staff';
import { openDesk, setDesk } from './desk';

const begins = (insuranceStartDate: string): Applicant => ({
  ...johanna,
  'horse-data': { ...johanna['horse-data'], insuranceStartDate },
});

/** The application of the next case, or null for a 204. */
async function take(staff: Staff, skip?: string[]): Promise<string | null> {
  const { status, body } = await staff.ask('POST', api.nextCase, { skip });
  expect([200, 204]).toContain(status);
  return status === 204 ? null : String(body.applicationId);
}

describe('the next case', () => {
  test('is mine with an answer, then my due one, then what nobody has and begins first', async () => {
    const desk = await openDesk();
    const { lukas, antje } = desk;
    expect(await take(lukas)).toBeNull();
    const late = await desk.open(begins('2026-12-24'));
    const early = await desk.open(begins('2026-11-22'));
    const [answered, due, foreign] = [await desk.open(), await desk.open(), await desk.open()];
    await desk.set(answered, { assigneeId: lukas.user.id, replyUnread: true });
    await desk.set(due, { assigneeId: lukas.user.id, followUpOn: '2026-11-19' });
    await desk.set(foreign, { assigneeId: antje.user.id, followUpOn: '2026-11-20' });
    // it keeps the answer unread
    for (const _ of [1, 2]) expect(await take(lukas)).toBe(answered);
    expect(await take(lukas, [answered.toUpperCase()])).toBe(due);
    expect(await desk.caseOf(due)).toMatchObject({ version: 1, overdue: true });
    const skip = [answered, due];
    expect(await take(lukas, skip)).toBe(early);
    expect(await desk.caseOf(early)).toMatchObject({ version: 2, assignee: { username: 'lukas.weber' } });
    const event = { kind: 'assignee', actor: 'lukas.weber', old: null, new: 'lukas.weber' };
    expect(await desk.events(early)).toMatchObject([event]);
    expect(await desk.audited(early)).toEqual(['lukas.weber case_changed']);
    expect(await take(lukas, [...skip, late])).toBeNull();
    expect(await take(lukas, skip)).toBe(late);
    expect(await take(lukas, skip)).toBeNull();
  });

  test('is never the same for two who ask at once', async () => {
    const desk = await openDesk();
    const open: string[] = [];
    for (let index = 0; index < 10; index += 1) open.push(await desk.open());
    const { lukas, antje } = desk;
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) => take(index % 2 ? lukas : antje)),
    );
    expect(taken.filter((id) => id !== null).toSorted()).toEqual(open.toSorted());
  });

  test('of nobody keeps its answer unread', async () => {
    const desk = await openDesk();
    const id = await desk.open();
    await desk.set(id, { replyUnread: true });
    for (const _ of [1, 2]) expect(await take(desk.lukas)).toBe(id);
    expect(await desk.caseOf(id)).toMatchObject({ replyUnread: true, assignee: { username: 'lukas.weber' } });
  });
});

describe('a change of many', () => {
  const desk = setDesk();
  const bulk = (body: object) => desk.lukas.ask('POST', api.bulkCases, body);

  test('assigns those that nobody has changed meanwhile, and names the others', async () => {
    const [fresh, stale, mine] = [await desk.open(), await desk.open(), await desk.open()];
    const [done, unknown] = [await desk.open(johanna, 'issued'), crypto.randomUUID()];
    const assigneeId = desk.lukas.user.id;
    await desk.change(stale, { policyNumber: 'P-1' }, desk.antje);
    await desk.change(mine, { assigneeId });
    const cases = [fresh, stale, done, unknown].map((id) => ({ id: id.toUpperCase(), version: 1 }));
    const { status, body } = await bulk({ cases: [...cases, { id: mine, version: 2 }], assigneeId });
    const skipped = [
      { id: stale, reason: 'Dieser Vorgang wurde inzwischen von antje.brandt geändert.' },
      { id: unknown, reason: 'Diesen Vorgang gibt es nicht.' },
    ];
    expect([status, body]).toEqual([200, { changed: 2, skipped }]);
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
    await desk.set(id, { replyUnread: true });
    await bulk({ cases: [{ id, version: 1 }], assigneeId: desk.antje.user.id });
    expect(await desk.caseOf(id)).toMatchObject({
      replyUnread: true,
      assignee: { username: 'antje.brandt' },
    });
    expect(await take(desk.antje)).toBe(id);
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

/** Cases of colleagues who are away: who gets them, for how long, and who is named. */
import { beforeEach, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { sessions } from '#db/schema/staff';
import type { Case } from '#domain/cases/staff';
import { minuteMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { hire, type Staff } from '../staff';
import { openDesk, today } from './desk';

let desk: Awaited<ReturnType<typeof openDesk>>;
let [mira, kim] = [] as unknown as [Staff, Staff];
beforeEach(async () => {
  desk = await openDesk();
  mira = await hire(desk.app, 'mira.yilmaz', 'sachbearbeiter');
  kim = await hire(desk.app, 'kim', 'sachbearbeiter');
  await away(mira, today);
});

const away = (who: Staff, awayUntil: string) => who.ask('PATCH', api.currentUser, { awayUntil });

/** A case of somebody's, due today unless `values` say something else. */
async function open(who: Staff, values: Parameters<typeof desk.set>[1] = {}): Promise<string> {
  const id = await desk.open();
  await desk.set(id, { assigneeId: who.user.id, followUpOn: today, ...values });
  return id;
}

async function take(who: Staff, ...skip: string[]): Promise<string | null> {
  const { status, body } = await who.ask('POST', api.nextCase, { skip });
  return status === 204 ? null : String(body.applicationId);
}

test('what is due comes after one’s own and before what nobody has, answered first, and stays theirs', async () => {
  const unassigned = await desk.open();
  const due = await open(mira);
  const answered = await open(mira, { followUpOn: '2026-12-01', replyUnread: true });
  await open(mira, { followUpOn: '2026-11-21' });
  const own = await open(desk.lukas);
  const taken: string[] = [];
  for (const next of [own, answered, due]) {
    expect(await take(desk.lukas, ...taken)).toBe(next);
    taken.push(next);
  }
  const { id, username } = mira.user;
  expect(await desk.caseOf(due)).toMatchObject({
    version: 1,
    assignee: { id, username },
    assigneeAway: true,
  });
  expect([await desk.events(due), await desk.audited(due)]).toEqual([[], []]);
  expect(await take(desk.lukas, ...taken)).toBe(unassigned);
  // as it was, for its own assignee
  expect(await take(mira)).toBe(answered);
});

test('a case goes to nobody else for 15 minutes, or while a clock was ahead, and to the same person again', async () => {
  const id = await open(mira);
  expect(await take(desk.lukas)).toBe(id);
  desk.app.clock.now += 15 * minuteMs - 1;
  expect(await take(kim)).toBeNull();
  desk.app.clock.now += 1;
  expect(await take(kim)).toBe(id);
  expect(await take(desk.lukas)).toBeNull();
  expect(await take(kim)).toBe(id);
  desk.app.clock.now -= 180 * minuteMs;
  expect(await take(desk.lukas)).toBe(id);
});

test('of several who ask at once each gets another case', async () => {
  const ids = await Promise.all([open(mira), open(mira)]);
  const taken = await Promise.all([desk.lukas, kim, desk.antje].map((who) => take(who)));
  expect(taken.filter((id) => id !== null).toSorted()).toEqual(ids.toSorted());
});

test('an absence ends at midnight in Berlin, and names nobody then', async () => {
  const id = await open(mira);
  desk.app.clock.now = Date.parse('2026-11-20T22:59:59Z');
  expect(await take(desk.lukas)).toBe(id);
  desk.app.clock.now = Date.parse('2026-11-20T23:00:00Z');
  expect(await take(desk.lukas)).toBeNull();
  expect(await desk.caseOf(id)).toMatchObject({ assigneeAway: false });
});

test('an absence shows in the list which cases it is about', async () => {
  for (const who of [mira, desk.lukas]) await open(who);
  const { body } = await desk.lukas.ask('GET', api.cases);
  const shown = (body.cases as Case[]).map((one) => `${one.assignee?.username} ${one.assigneeAway}`);
  expect(shown).toEqual(['mira.yilmaz true', 'lukas.weber false']);
});

test('cases of whoever can no longer sign in are handed on, and those of a deleted account belong to who takes them', async () => {
  await desk.app.db.write((tx) => tx.delete(sessions).where(eq(sessions.userId, mira.user.id)));
  const id = await open(mira);
  expect(await take(desk.lukas)).toBe(id);
  await desk.antje.ask('DELETE', href(api.user, mira.user));
  expect(await take(kim)).toBe(id);
  expect(await desk.caseOf(id)).toMatchObject({ assignee: { username: 'kim' }, assigneeAway: false });
});

test('who is away keeps their own cases, and of two who are away neither is passed over', async () => {
  await away(kim, '2026-12-31');
  const [own, other] = [await open(kim), await open(mira)];
  expect([await take(kim), await take(kim, own)]).toEqual([own, other]);
});

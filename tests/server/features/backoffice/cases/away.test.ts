/** Cases of colleagues who are away: who gets them, for how long, and who is named. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { sessions } from '#db/schema/staff';
import type { Case } from '#domain/cases/staff';
import { api, href } from '#domain/urls';
import { hire, type Staff } from '../staff';
import { openDesk, today } from './desk';

const minute = 60_000;
let desk: Awaited<ReturnType<typeof openDesk>>;
let [mira, kim] = [] as unknown as [Staff, Staff];
beforeEach(async () => {
  desk = await openDesk();
  mira = await hire(desk.app, 'mira.yilmaz', 'sachbearbeiter');
  kim = await hire(desk.app, 'kim', 'sachbearbeiter');
  await away(mira, today);
});

const away = (who: Staff, awayUntil: string | null) => who.ask('PATCH', api.currentUser, { awayUntil });

/** A case of somebody's, due today unless `values` say something else. */
async function open(who: Staff, values: object = {}): Promise<string> {
  const id = await desk.open();
  const set = { assigneeId: who.user.id, followUpOn: today, ...values };
  await desk.app.db.write((tx) => tx.update(cases).set(set).where(eq(cases.applicationId, id)));
  return id;
}

async function take(who: Staff, ...skip: string[]): Promise<string | null> {
  const { status, body } = await who.ask('POST', api.nextCase, { skip });
  return status === 204 ? null : String(body.applicationId);
}

describe('what is due of somebody who is away', () => {
  test('comes after one’s own and before what nobody has, answered first, and stays theirs', async () => {
    const unassigned = await desk.open();
    const due = await open(mira);
    const answered = await open(mira, { followUpOn: '2026-12-01', replyUnread: true });
    await open(mira, { followUpOn: '2026-11-21' });
    const own = await open(desk.lukas);
    expect(await take(desk.lukas)).toBe(own);
    expect(await take(desk.lukas, own)).toBe(answered);
    expect(await take(desk.lukas, own, answered)).toBe(due);
    const { user } = mira;
    const assignee = { id: user.id, username: user.username };
    expect(await desk.caseOf(due)).toMatchObject({ version: 1, assignee, assigneeAway: true });
    expect([await desk.events(due), await desk.audited(due)]).toEqual([[], []]);
    expect(await take(desk.lukas, own, answered, due)).toBe(unassigned);
    // as it was, for its own assignee
    expect(await take(mira)).toBe(answered);
  });

  test('goes to nobody else for 15 minutes, and to the same person again', async () => {
    const id = await open(mira);
    expect(await take(desk.lukas)).toBe(id);
    desk.app.clock.now += 15 * minute - 1;
    expect(await take(kim)).toBeNull();
    desk.app.clock.now += 1;
    expect(await take(kim)).toBe(id);
    expect(await take(desk.lukas)).toBeNull();
    expect(await take(kim)).toBe(id);
  });

  test('goes on after a clock that was ahead was set right', async () => {
    const id = await open(mira);
    desk.app.clock.now += 180 * minute;
    expect(await take(desk.lukas)).toBe(id);
    desk.app.clock.now -= 180 * minute;
    expect(await take(kim)).toBe(id);
  });

  test('goes to one of two who ask at once, and the other gets another case', async () => {
    const ids = await Promise.all([open(mira), open(mira)]);
    const taken = await Promise.all([desk.lukas, kim, desk.antje].map((who) => take(who)));
    expect(taken.filter((id) => id !== null).toSorted()).toEqual(ids.toSorted());
  });
});

describe('an absence', () => {
  test('that ended yesterday hands nothing to others, and names nobody', async () => {
    await away(mira, '2026-11-19');
    const id = await open(mira);
    expect(await take(desk.lukas)).toBeNull();
    expect(await desk.caseOf(id)).toMatchObject({ assigneeAway: false });
  });

  test('ends at midnight in Berlin', async () => {
    const id = await open(mira);
    desk.app.clock.now = Date.parse('2026-11-20T22:59:59Z');
    expect(await take(desk.lukas)).toBe(id);
    desk.app.clock.now = Date.parse('2026-11-20T23:00:00Z');
    expect(await take(desk.lukas)).toBeNull();
  });

  test('shows in the list which cases it is about', async () => {
    await open(mira);
    await open(desk.lukas);
    const { body } = await desk.lukas.ask('GET', api.cases);
    const shown = (body.cases as Case[]).map((one) => [one.assignee?.username, one.assigneeAway]);
    expect(shown).toEqual([
      ['mira.yilmaz', true],
      ['lukas.weber', false],
    ]);
  });

  test('of an account that is deleted leaves its cases to everybody, as theirs from then on', async () => {
    const id = await open(mira);
    expect(await take(desk.lukas)).toBe(id);
    await desk.antje.ask('DELETE', href(api.user, { id: mira.user.id }));
    expect(await take(kim)).toBe(id);
    expect(await desk.caseOf(id)).toMatchObject({ assignee: { username: 'kim' }, assigneeAway: false });
  });

  test('goes on for an account that can no longer sign in', async () => {
    await desk.app.db.write((tx) => tx.delete(sessions).where(eq(sessions.userId, mira.user.id)));
    const id = await open(mira);
    expect(await take(desk.lukas)).toBe(id);
  });

  test('of whoever asks leaves them their own cases, and of two who are away neither is passed over', async () => {
    await away(kim, '2026-12-31');
    const [own, other] = [await open(kim), await open(mira)];
    expect([await take(kim), await take(kim, own)]).toEqual([own, other]);
  });
});

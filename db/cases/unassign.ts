/** What becomes of the cases of an account that is deleted. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import { recordAction } from '../audit/record';
import type { Transaction } from '../client';
import { caseEvents, cases } from '../schema/desk';
import { users } from '../schema/staff';

/** An account may have thousands of cases; SQLite takes 32,766 values in a statement. */
const rowsAtOnce = 1_000;

/** Takes all cases from an account; the history keeps its name. */
export async function unassignCases(
  tx: Transaction,
  userId: string,
  actor: Actor,
  now: number,
): Promise<void> {
  const [user] = await tx.select({ username: users.username }).from(users).where(eq(users.id, userId));
  const held = await tx
    .select({ number: cases.number, applicationId: cases.applicationId })
    .from(cases)
    .where(eq(cases.assigneeId, userId));
  const what = { kind: 'assignee', old: user?.username ?? null, new: null } as const;
  const by = { at: now, actor: actor.username, actorId: actor.id };
  for (let from = 0; from < held.length; from += rowsAtOnce) {
    const some = held.slice(from, from + rowsAtOnce);
    const numbers = some.map(({ number }) => number);
    await tx
      .update(cases)
      .set({ assigneeId: null, version: sql`${cases.version} + 1` })
      .where(inArray(cases.number, numbers));
    await tx
      .insert(caseEvents)
      .values(some.map(({ applicationId }) => ({ id: crypto.randomUUID(), applicationId, ...by, ...what })));
  }
  const ids = held.map(({ applicationId }) => applicationId);
  await recordAction(tx, actor, 'case_changed', ids, now);
}

/** Changing a case: one row, its version and its event together. Days are `YYYY-MM-DD` in Berlin. */
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import type { Transaction } from '../client';
import { applications } from '../schema/applications';
import { caseEvents, cases } from '../schema/desk';
import { users } from '../schema/staff';
import {
  type CaseChange,
  type CaseState,
  type CaseValues,
  type Difference,
  decideChange,
  type RefusedChange,
} from './decide';
import type { CaseRecord } from './find';
import { withdrawalOpenOf } from './open-withdrawals';
import { replaceWords } from './words';

export type ChangeResult =
  | { kind: 'changed'; eventId: string }
  /** Nothing differs: no event, no new version. `read`: the applicant's answer counts as read from now on. */
  | { kind: 'unchanged'; read: boolean }
  | { kind: 'unknown' }
  /** `username` made the last change; null: the applicant or the product. */
  | { kind: 'stale'; username: string | null }
  | RefusedChange;

type By = {
  /** Milliseconds since 1970. */
  now: number;
  today: string;
  /** The id of the event. */
  eventId?: string;
} & (
  | { actor: Actor; answer?: undefined }
  /** The applicant, who answers: the event is about it, and the answer is unread. */
  | { actor: null; answer: string }
);

/** Changes a case, with exactly one event for everything that changed. Every change by staff ends `replyUnread`. */
export async function changeCase(
  tx: Transaction,
  applicationId: string,
  change: CaseChange,
  by: By,
): Promise<ChangeResult> {
  const [state] = await readStates(tx, eq(cases.applicationId, applicationId));
  if (!state) return { kind: 'unknown' };
  const { record } = state;
  const assignee = change.assigneeId ? await usernameOf(tx, change.assigneeId) : null;
  const decision = decideChange(state, change, { assignee, today: by.today });
  if (decision.kind === 'stale') return { kind: 'stale', username: await lastActor(tx, applicationId) };
  if (decision.kind !== 'allowed') return decision;

  const answered: Difference[] = by.answer === undefined ? [] : [{ kind: 'answer', old: null, new: null }];
  const [first, ...also] = [...answered, ...decision.differences];
  if (!first) {
    if (record.replyUnread) await endReply(tx, record);
    return { kind: 'unchanged', read: record.replyUnread };
  }
  const eventId = by.eventId ?? crypto.randomUUID();
  await writeChange(tx, record, decision.values, by);
  await tx.insert(caseEvents).values({
    id: eventId,
    applicationId,
    at: by.now,
    actor: by.actor?.username ?? null,
    actorId: by.actor?.id ?? null,
    ...first,
    text: by.answer ?? (change.reason || null),
    also: also.length > 0 ? also : null,
  });
  return { kind: 'changed', eventId };
}

/** The cases that fulfil a condition, with what decides about their changes. */
export async function readStates(tx: Transaction, condition: SQL): Promise<CaseState[]> {
  return await tx
    .select({
      record: cases,
      assignee: users.username,
      adviceOwed: applications.adviceOwed,
      restrictedAt: applications.restrictedAt,
      withdrawalOpen: withdrawalOpenOf(sql`${cases.applicationId}`),
    })
    .from(cases)
    .innerJoin(applications, eq(applications.id, cases.applicationId))
    .leftJoin(users, eq(users.id, cases.assigneeId))
    .where(condition);
}

async function writeChange(
  tx: Transaction,
  record: CaseRecord,
  values: CaseValues,
  { answer }: By,
): Promise<void> {
  const replyUnread = answer !== undefined;
  await tx
    .update(cases)
    .set({ ...values, replyUnread, version: record.version + 1 })
    .where(eq(cases.number, record.number));
  if (values.policyNumber !== record.policyNumber) await replaceWords(tx, [record.number]);
}

async function endReply(tx: Transaction, { number }: CaseRecord): Promise<void> {
  await tx.update(cases).set({ replyUnread: false }).where(eq(cases.number, number));
}

/** The name of an account, or null. */
export async function usernameOf(tx: Transaction, userId: string): Promise<string | null> {
  const [user] = await tx.select({ username: users.username }).from(users).where(eq(users.id, userId));
  return user?.username ?? null;
}

/** Who made the last change; null: the applicant or the product. Notes change nothing. */
export async function lastActor(tx: Transaction, applicationId: string): Promise<string | null> {
  const [event] = await tx
    .select({ actor: caseEvents.actor })
    .from(caseEvents)
    .where(and(eq(caseEvents.applicationId, applicationId), ne(caseEvents.kind, 'note')))
    .orderBy(desc(caseEvents.number))
    .limit(1);
  return event?.actor ?? null;
}

/** Changing cases: their rows, versions and events together, in few statements, because other writes wait for it. */
import { and, desc, eq, getTableColumns, inArray, notInArray, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type CaseChange,
  type CaseState,
  type Decision,
  decideChange,
  type RefusedChange,
} from '#domain/cases/decide';
import type { StaffMember } from '#domain/cases/staff';
import {
  type CaseEventKind,
  type Confirmation,
  type ConfirmationPolicy,
  confirmationLabels,
  type Today,
} from '#domain/cases/statuses';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import type { Reader, Transaction } from '../client';
import { applications } from '../schema/applications';
import { caseEvents, cases } from '../schema/desk';
import { users } from '../schema/staff';
import { type AskedCase, assignee, stepState } from './find';
import { replaceWords } from './open';

export type Changing = Today & {
  tx: Transaction;
  at: number;
  /** Null: the applicant. */
  actor: StaffMember | null;
  /** Of the one event, if somebody else knows it; left out: a new one. */
  eventId?: string;
  /** Left out: nothing of it goes to the insurer. */
  policy?: ConfirmationPolicy;
};

export type ChangeOutcome =
  | { kind: 'changed' }
  /** Nothing differs, so there is no event and no new version, but the applicant's answer counts as read. */
  | { kind: 'read' }
  | { kind: 'same' }
  | { kind: 'unknown' }
  | RefusedChange;

/** SQLite takes 32,766 values in a statement, and an event has a dozen. */
const casesAtOnce = 1_000;

/** Changes cases in the same way; returns what became of each, in the order in which they are named. */
export async function changeCases(
  changing: Changing,
  named: readonly { id: string; version: number | null }[],
  change: CaseChange,
): Promise<Map<string, ChangeOutcome>> {
  const { tx, today, calendar, policy } = changing;
  const assignee = change.assigneeId ? await usernameOf(tx, change.assigneeId) : null;
  const versions = [...new Map(named.map(({ id, version }) => [id, version]))];
  const outcomes = new Map<string, ChangeOutcome>();
  for (let from = 0; from < versions.length; from += casesAtOnce) {
    const some = versions.slice(from, from + casesAtOnce);
    const ids = some.map(([id]) => id);
    const stored = await readStates(tx, ids);
    const allowed: Allowed[] = [];
    for (const [id, version] of some) {
      const found = stored.get(id);
      const known = { version, assignee, today, calendar, policy };
      const decision = found && decideChange(found, change, known);
      if (found && decision?.kind === 'allowed') allowed.push({ ...decision, found });
      outcomes.set(id, outcomeOf(decision));
    }
    await writeValues(changing, allowed);
    await writeEvents(changing, change, allowed);
  }
  return outcomes;
}

export async function changeCase(
  changing: Changing,
  id: string,
  { version, ...change }: CaseChange & { version: number | null },
): Promise<ChangeOutcome> {
  const [outcome] = (await changeCases(changing, [{ id, version }], change)).values();
  return outcome ?? { kind: 'unknown' };
}

type Stored = CaseState & { number: number; applicationId: string };
type Allowed = Extract<Decision, { kind: 'allowed' }> & { found: Stored };

function outcomeOf(decision: Decision | undefined): ChangeOutcome {
  if (decision?.kind !== 'allowed') return decision ?? { kind: 'unknown' };
  if (decision.differences.length > 0) return { kind: 'changed' };
  return { kind: Object.keys(decision.values).length > 0 ? 'read' : 'same' };
}

/** By application. */
export async function readStates(tx: Reader, ids: readonly string[]): Promise<Map<string, Stored>> {
  const rows = await tx
    .select({ ...getTableColumns(cases), assignee, ...stepState(sql`${cases.applicationId}`) })
    .from(cases)
    .innerJoin(applications, eq(applications.id, cases.applicationId))
    .leftJoin(users, eq(users.id, cases.assigneeId))
    .where(inArray(cases.applicationId, [...ids]));
  return new Map(rows.map((row) => [row.applicationId, row]));
}

async function writeValues(changing: Changing, allowed: readonly Allowed[]): Promise<void> {
  const { tx } = changing;
  const groups = Map.groupBy(allowed, ({ values, differences }) =>
    JSON.stringify([values, differences.length > 0]),
  );
  for (const [first, ...others] of groups.values()) {
    if (!first || Object.keys(first.values).length === 0) continue;
    const numbers = [first, ...others].map(({ found }) => found.number);
    await tx.update(cases).set(columnsOf(changing, first)).where(inArray(cases.number, numbers));
    if (first.values.policyNumber !== undefined) await replaceWords(tx, numbers);
  }
}

function columnsOf({ at, actor }: Changing, { values, differences }: Allowed) {
  const { status } = values;
  const isNew = differences.length > 0;
  const first = (column: SQLWrapper) => sql`coalesce(${column}, ${at})`;
  return {
    ...values,
    ...(isNew && { version: sql`${cases.version} + 1` }),
    ...(isNew && actor && { firstStepAt: first(cases.firstStepAt) }),
    ...(status === 'transmitted' && { transmittedAt: first(cases.transmittedAt) }),
    ...((status === 'issued' || status === 'declined') && { decidedAt: at }),
  };
}

async function writeEvents(
  { tx, at, actor, eventId }: Changing,
  { came, reason }: CaseChange,
  allowed: readonly Allowed[],
): Promise<void> {
  const events = allowed.flatMap(({ found: { applicationId }, differences: [first, ...others] }) => {
    if (!first) return [];
    const id = eventId ?? crypto.randomUUID();
    const by = { at, actor: actor?.username ?? null, actorId: actor?.id ?? null };
    const { text = reason || null, way = null, attachments = null } = came ?? {};
    const also = others.length > 0 ? others : null;
    return [{ id, applicationId, ...by, ...first, text, way, attachments, also }];
  });
  if (events.length > 0) await tx.insert(caseEvents).values(events);
}

const changingNothing: CaseEventKind[] = ['note', 'foreign_reply', 'automatic_reply'];

export async function usernameOf(tx: Transaction, userId: string): Promise<string | null> {
  const [user] = await tx.select({ username: users.username }).from(users).where(eq(users.id, userId));
  return user?.username ?? null;
}

export async function lastActor(reader: Reader, id: string): Promise<string | null> {
  const { applicationId, actor, kind, number } = caseEvents;
  const changes = and(eq(applicationId, id), notInArray(kind, changingNothing));
  const found = reader.select({ actor }).from(caseEvents).where(changes);
  const [event] = await found.orderBy(desc(number)).limit(1);
  return event?.actor ?? null;
}

/** The history keeps its name. */
export async function unassignCases(changing: Changing, userId: string): Promise<string[]> {
  const isHeld = eq(cases.assigneeId, userId);
  const held = await changing.tx.select({ id: cases.applicationId }).from(cases).where(isHeld);
  const ids = held.map(({ id }) => id);
  return await changeAll(changing, ids, { assigneeId: null });
}

/** Withdraws cases from any status, by no rule of steps, because their withdrawal is effective. */
export async function withdrawCases(changing: Changing, applicationIds: readonly string[]) {
  const reason = `Widerruf: ${withdrawalOutcomes.effective}`;
  return await changeAll(changing, applicationIds, {
    status: 'withdrawn',
    reason,
    forced: true,
    reads: true,
  });
}

async function changeAll(changing: Changing, ids: readonly string[], change: CaseChange) {
  const named = ids.map((id) => ({ id, version: null }));
  const outcomes = [...(await changeCases(changing, named, change))];
  return outcomes.filter(([, { kind }]) => kind === 'changed').map(([id]) => id);
}

type Answer = { confirmation: Exclude<Confirmation, 'open'>; at: number; today: string };

/** A refusal is due today; that of a done case, which has no follow-up, is news like an answer. */
export async function storeConfirmation(
  tx: Transaction,
  { applicationId, followUpOn }: AskedCase,
  { confirmation, at, today }: Answer,
): Promise<void> {
  const isRefused = confirmation === 'refused';
  const news = followUpOn === null ? { replyUnread: true } : { followUpOn: today };
  await tx
    .update(cases)
    .set({
      confirmation,
      confirmedAt: at,
      ...(isRefused ? { ...news, version: sql`${cases.version} + 1` } : {}),
    })
    .where(eq(cases.applicationId, applicationId));
  const isMoved = isRefused && followUpOn !== null && followUpOn !== today;
  await tx.insert(caseEvents).values({
    id: crypto.randomUUID(),
    applicationId,
    at,
    kind: 'confirmation',
    new: confirmation,
    text: confirmationLabels[confirmation],
    also: isMoved ? [{ kind: 'follow_up', old: followUpOn, new: today }] : null,
  });
}

/** The same change of many cases, in few statements: other writes wait for it. */
import { inArray, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import { type BulkResult, staleSentence, unknownCase } from '#domain/cases/staff';
import { blockSentence } from '#domain/cases/statuses';
import { recordAction } from '../audit/record';
import type { Transaction } from '../client';
import { caseEvents, cases } from '../schema/desk';
import { lastActor, readStates, usernameOf } from './change';
import { type CaseState, type CaseValues, type Decision, type Difference, decideChange } from './decide';

type Change = { assigneeId: string | null } | { followUpOn: string };
type By = { actor: Actor; now: number; today: string };

/** Changes each case whose version is still the named one. Null: there is no such account. */
export async function changeCases(
  tx: Transaction,
  named: readonly { id: string; version: number }[],
  change: Change,
  by: By,
): Promise<BulkResult | null> {
  const assigneeId = 'assigneeId' in change ? change.assigneeId : null;
  const assignee = assigneeId === null ? null : await usernameOf(tx, assigneeId);
  if (assigneeId !== null && assignee === null) return null;
  const versions = new Map(named.map(({ id, version }) => [id, version]));
  const states = await readStates(tx, inArray(cases.applicationId, [...versions.keys()]));
  const found = new Map(states.map((state) => [state.record.applicationId, state]));
  const decided = { assignee, today: by.today };
  const changed: Changed[] = [];
  const skipped: BulkResult['skipped'] = [];
  for (const [id, version] of versions) {
    const state = found.get(id);
    const decision = state ? decideChange(state, { version, ...change }, decided) : unknown;
    if (decision.kind !== 'allowed') skipped.push({ id, reason: await reasonOf(tx, id, decision) });
    else if (state) changed.push(...changedOf(state, decision));
  }
  const ids = await writeChanges(tx, changed, change, by);
  await recordAction(tx, by.actor, 'case_changed', ids, by.now);
  return { changed: ids.length, skipped };
}

/** A case before the change, and what the change makes different: at least one thing. */
export type Changed = { state: CaseState; differences: Difference[] };

type Allowed = Extract<Decision, { kind: 'allowed' }>;
type Refused = Exclude<Decision, Allowed> | { kind: 'unknown' };

const unknown: Refused = { kind: 'unknown' };

/** None if the case is so already. */
function changedOf(state: CaseState, { differences }: Allowed): Changed[] {
  return differences.length > 0 ? [{ state, differences }] : [];
}

async function reasonOf(tx: Transaction, id: string, refused: Refused): Promise<string> {
  if (refused.kind === 'unknown') return unknownCase;
  if (refused.kind === 'stale') return staleSentence(await lastActor(tx, id));
  if (refused.kind === 'invalid') return refused.message;
  return blockSentence(refused.block, refused.from, refused.to);
}

/**
 * Sets the same values in all of these cases, with one event each. Returns the ids of the applications. Nobody has opened
 * these cases for it, so an unread answer stays unread.
 */
export async function writeChanges(
  tx: Transaction,
  changed: readonly Changed[],
  values: Partial<CaseValues>,
  { actor, now }: Pick<By, 'actor' | 'now'>,
): Promise<string[]> {
  if (changed.length === 0) return [];
  const numbers = changed.map(({ state }) => state.record.number);
  await tx
    .update(cases)
    .set({ ...values, version: sql`${cases.version} + 1` })
    .where(inArray(cases.number, numbers));
  const by = { at: now, actor: actor.username, actorId: actor.id };
  await tx.insert(caseEvents).values(changed.map((one) => ({ ...by, ...eventOf(one) })));
  return changed.map(({ state }) => state.record.applicationId);
}

function eventOf({ state, differences: [first, ...also] }: Changed) {
  if (!first) throw new TypeError('A change that changes nothing has no event.');
  const { applicationId } = state.record;
  return { id: crypto.randomUUID(), applicationId, ...first, also: also.length > 0 ? also : null };
}

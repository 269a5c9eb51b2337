/** One line changes its case: by the rules for every change, and by the version that was seen when it was matched. */
import { lastActor, type readStates } from '#db/cases/change';
import { isNumberTaken, type readMatched } from '#db/returns/matches';
import type { Actor } from '#domain/accounts/actors';
import { decideChange } from '#domain/cases/decide';
import { staleSentence } from '#domain/cases/staff';
import { changeBy, notApplied } from '#domain/returns/lines';
import type { Context } from '../../../context';
import type { Deed } from '../../../deed';
import type { ReadLine } from './reading';
import { step } from './stepping';

type ValueOf<M> = M extends Map<unknown, infer Value> ? Value : never;
type Seen = {
  read: ReadLine | undefined;
  row: ValueOf<Awaited<ReturnType<typeof readMatched>>> | undefined;
  state: ValueOf<Awaited<ReturnType<typeof readStates>>> | undefined;
};
type Request = { key: string; notify: boolean };

/** `before`: the same request did it, and was interrupted before it answered. */
type Done = { skipped: string } | 'before' | 'now';

export async function applyLine(
  { config }: Context,
  deed: Deed,
  actor: Actor,
  { read, row, state }: Seen,
  { key, notify }: Request,
): Promise<Done> {
  if (!row) return { skipped: notApplied.unknown };
  if (!read || row.applicationId === null) return { skipped: notApplied.unmatched };
  if (read.problem !== null) return { skipped: read.problem };
  if (!state) return { skipped: notApplied.open };
  const { applicationId: id, version } = state;
  const change = changeBy(read, state.status);
  const policy = config.policyholderConfirmation;
  const now = decideChange(state, change, { ...deed, version: null, assignee: null, policy });
  const isAlready = now.kind === 'allowed' && now.differences.length === 0;
  const isStale = row.version !== version;
  if (row.appliedBy === key && (isAlready || isStale)) return 'before';
  if (isAlready) return { skipped: notApplied.already };
  if (isStale) return { skipped: staleSentence(await lastActor(deed.tx, id)) };
  const number = read.policyNumber;
  if (number !== null && (await isNumberTaken(deed.tx, number, id))) return { skipped: notApplied.taken };
  const refused = await step(deed, actor, { id, version, change, note: read.note, notify, policy });
  return refused === null ? 'now' : { skipped: refused };
}

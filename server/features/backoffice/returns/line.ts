/** One line changes its case: by the rules for every change, and by the version that was seen when it was matched. */
import { type Changing, changeCase, lastActor, readStates } from '#db/cases/change';
import { addNote } from '#db/cases/notes';
import { findReferenced, readMatched } from '#db/returns/matches';
import type { Actor } from '#domain/accounts/actors';
import { decideChange } from '#domain/cases/decide';
import { staleSentence } from '#domain/cases/staff';
import { changeBy, notApplied, refusedBecause } from '#domain/returns/lines';
import type { Deed } from '../../../deed';
import { messageAbout, sendMessage } from '../cases/messages';
import type { ReadLine } from './reading';

/** To what the lines were matched, and the cases as they are now. */
export async function readSeen({ tx }: Deed, fileId: string, lines: readonly number[]) {
  const rows = await readMatched(tx, fileId, lines);
  const ids = [...rows.values()].flatMap(({ applicationId }) => applicationId ?? []);
  return { rows, states: await readStates(tx, ids) };
}

type Seen = Awaited<ReturnType<typeof readSeen>> & { read: ReadonlyMap<number, ReadLine> };
type Request = { key: string; notify: boolean } & Pick<Changing, 'policy'>;

/** `before`: the same request did it, and was interrupted before it answered. */
type Done = { skipped: string } | 'before' | 'now';

/** Step, event, note, message and mail. */
export async function applyLine(
  deed: Deed,
  author: Actor,
  line: number,
  { read: said, rows, states }: Seen,
  { key, notify, policy }: Request,
): Promise<Done> {
  const { tx, at } = deed;
  const [read, row] = [said.get(line), rows.get(line)];
  if (!row) return { skipped: notApplied.unknown };
  if (!read || row.applicationId === null) return { skipped: notApplied.unmatched };
  if (read.problem !== null) return { skipped: read.problem };
  const state = states.get(row.applicationId);
  if (!state) return { skipped: notApplied.open };
  const { applicationId: id, version } = state;
  const change = changeBy(read, state.status);
  const now = decideChange(state, change, { ...deed, version: null, assignee: null, policy });
  const isAlready = now.kind === 'allowed' && now.differences.length === 0;
  const isStale = row.version !== version;
  if (row.appliedBy === key && (isAlready || isStale)) return 'before';
  if (isAlready) return { skipped: notApplied.already };
  if (isStale) return { skipped: staleSentence(await lastActor(tx, id)) };
  const { policyNumber: number, note: text } = read;
  const numbered = await findReferenced(tx, 'policyNumber', number === null ? [] : [number]);
  if ([...numbered.values()].flat().some((one) => one !== id)) return { skipped: notApplied.taken };
  const sending = notify ? await messageAbout(tx, id, change.status) : null;
  if (sending && 'reason' in sending) return { skipped: sending.reason };
  const changing = { ...deed, eventId: sending?.message.id, policy };
  const outcome = await changeCase(changing, id, { version, ...change, hasMessage: sending !== null });
  if (outcome.kind !== 'changed') {
    const isRefused = outcome.kind === 'blocked' || outcome.kind === 'invalid';
    return { skipped: (isRefused && refusedBecause(outcome)) || notApplied.stale };
  }
  if (text !== null) await addNote(tx, { id: crypto.randomUUID(), applicationId: id, text, at, author });
  if (sending) await sendMessage(deed, author, id, sending);
  return 'now';
}

/** Erasing with its rows in the audit log, for staff, persons and a restore. */
import { countUnrecorded, type ErasedKind, erasers, type Gone, rememberErasures } from '#db/erasers';
import { thePersonConcerned } from '#domain/accounts/actors';
import { draftsDeleted } from '#domain/audit/actions';
import type { Context } from './context';
import { type By, type Deed, perform } from './deed';

type Erasing = Pick<Deed, 'tx' | 'at' | 'record'> & Partial<Pick<Deed, 'erase'>>;

/** Remembers and records what there was, and has the files of its mails deleted, unless the deed has no `erase`. */
export async function eraseRows(
  deed: Erasing,
  kind: Exclude<ErasedKind, 'user'>,
  which: readonly string[],
  by?: By,
): Promise<Gone> {
  const { tx, at, record, erase } = deed;
  const gone = await erasers[kind].erase(tx, which, at);
  const { ids, completed = [] } = gone;
  if (ids.length === 0) return gone;
  erase?.(gone.mails);
  await rememberErasures(
    tx,
    ids.map((id) => ({ kind, id, at })),
  );
  const { action } = erasers[kind];
  if (action === null) await recordDrafts(deed);
  else {
    const open = ids.filter((id) => !completed.includes(id));
    await record(action, open, by);
    await record('completed_application_deleted', completed, by);
  }
  return gone;
}

/** Of drafts whose minute has ended without another deletion; an idle instance takes no lock. */
export async function recordPastErasures(context: Context): Promise<void> {
  if ((await countUnrecorded(context.db.read, context.now())) > 0) await perform(context, null, recordDrafts);
}

/** One row a minute for all of them: who begins and deletes drafts without end must not fill the log, which nobody can empty. */
async function recordDrafts({ tx, at, record }: Erasing): Promise<void> {
  const drafts = await countUnrecorded(tx, at);
  if (drafts > 0) await record(draftsDeleted, [String(drafts)], thePersonConcerned);
}

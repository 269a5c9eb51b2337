import { countUnrecorded, rememberErasedDrafts } from '#db/privacy/drafts';
import { thePersonConcerned } from '#domain/accounts/actors';
import { draftsDeleted } from '#domain/audit/actions';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';

/**
 * Remembers the ids, and records how many there were since the last row. One row a minute: who begins and deletes drafts
 * without end must not fill the log, of which nobody can remove anything.
 */
export async function recordErasedDrafts(deed: Deed, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { tx, at } = deed;
  await rememberErasedDrafts(
    tx,
    ids.map((id) => ({ id, at })),
  );
  await recordWhenDue(deed);
}

/** The same for those whose minute has ended without another deletion; an idle instance takes no lock. */
export async function recordPastErasures(context: Context): Promise<void> {
  if ((await countUnrecorded(context.db.read, context.now())) > 0)
    await perform(context, null, recordWhenDue);
}

async function recordWhenDue({ tx, at, record }: Deed): Promise<void> {
  const drafts = await countUnrecorded(tx, at);
  if (drafts > 0) await record(draftsDeleted, [String(drafts)], thePersonConcerned);
}

import { changeCase } from '#db/cases/change';
import { addNote } from '#db/cases/notes';
import type { Actor } from '#domain/accounts/actors';
import type { CaseChange } from '#domain/cases/decide';
import type { ConfirmationPolicy } from '#domain/cases/statuses';
import { notApplied, refusedBecause } from '#domain/returns/lines';
import type { Deed } from '../../../deed';
import { sendMessage } from '../cases/messages';
import { messageAbout } from './announcing';

type Wanted = {
  id: string;
  version: number;
  change: CaseChange;
  note: string | null;
  notify: boolean;
  policy: ConfirmationPolicy;
};

/** Step, event, note, message and mail. Returns why it was not done; null: it was. */
export async function step(
  deed: Deed,
  author: Actor,
  { id, version, change, note, notify, policy }: Wanted,
): Promise<string | null> {
  const { tx, at } = deed;
  const sending = notify ? await messageAbout(tx, id, change.status) : null;
  if (sending && 'reason' in sending) return sending.reason;
  const changing = { ...deed, eventId: sending?.message.id, policy };
  const outcome = await changeCase(changing, id, { version, ...change, hasMessage: sending !== null });
  if (outcome.kind === 'blocked' || outcome.kind === 'invalid') return refusedBecause(outcome);
  if (outcome.kind !== 'changed') return notApplied.stale;
  if (note !== null) {
    await addNote(tx, { id: crypto.randomUUID(), applicationId: id, text: note, at, author });
  }
  if (sending) await sendMessage(deed, author, id, sending);
  return null;
}

/** What becomes of a preparation: it is sent again, or deleted. */
import { findPreparation, type PreparationRecord, setInvited } from '#db/preparations';
import { linkMs } from '#domain/access-links';
import type { Actor } from '#domain/accounts/actors';
import {
  type CreatedPreparation,
  mostInvitations,
  preparationState,
} from '#domain/preparations/preparations';
import { hourMs, isoOf } from '#domain/time';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { eraseRows } from '../../../erasures';
import { refusals } from '../../../refusal';
import { admitDaily } from '../daily-limit';

/** Between two times that the same invitation is sent again. */
const pauseMs = hourMs;

const unknown = () => refusals.notFound('Diesen vorbereiteten Antrag gibt es nicht.');
const completed = () => refusals.conflict('Der Antrag wurde bereits eingereicht.');
const justInvited = () =>
  refusals.conflict('Die Einladung ging erst vor Kurzem hinaus. Bitte warten Sie eine Stunde.');
const expired = () =>
  refusals.conflict(
    'Die Einladung ist abgelaufen. Sie können sie erneut senden. Sonst wird der vorbereitete Antrag nach dem Löschplan gelöscht.',
  );

/** Sends the mail again, with a link that is valid as long as the first one was. */
export async function inviteAgain(context: Context, actor: Actor, id: string): Promise<CreatedPreparation> {
  return await perform(context, actor, async (deed) => {
    const { tx, at, record, mail } = deed;
    const { preparation, progress } = await known(deed, id);
    if (progress === 'completed') throw completed();
    const { invitedAt } = preparation;
    if (invitedAt !== null && at - invitedAt < pauseMs) throw justInvited();
    await admitInvitation(context, deed, actor);
    const times = { invitedAt: at, expiresAt: linkEnd(at) };
    await setInvited(tx, id, times);
    await record('preparation_invited', [id]);
    const { applicationId } = preparation;
    await mail('application_prepared', { applicationId }, { byHand: 'queued' });
    return createdOf({ ...preparation, ...times });
  });
}

/** Deletes it with its application, whatever the customer has saved until then. */
export async function deletePreparation(context: Context, actor: Actor, id: string): Promise<void> {
  await perform(context, actor, async (deed) => {
    const { preparation, progress } = await known(deed, id);
    const state = preparationState({ ...preparation, progress }, deed.at);
    if (state === 'completed') throw completed();
    if (state === 'expired') throw expired();
    await deed.record('preparation_deleted', [id]);
    const { mails } = await eraseRows(deed, 'application', [preparation.applicationId]);
    deed.erase(mails);
  });
}

/** @throws Refusal 429 if the account has sent as many as it may */
export function admitInvitation(context: Context, deed: Deed, actor: Actor): Promise<void> {
  return admitDaily(context, deed, actor, {
    actions: ['preparation_created', 'preparation_invited'],
    most: mostInvitations,
    message: `Sie haben in 24 Stunden schon ${mostInvitations} Einladungen gesendet. Bitte versuchen Sie es später erneut.`,
  });
}

export function linkEnd(at: number): number {
  return at + linkMs('resume');
}

export function createdOf({
  applicationId,
  expiresAt,
}: Pick<PreparationRecord, 'applicationId' | 'expiresAt'>): CreatedPreparation {
  return { applicationId, expiresAt: isoOf(expiresAt) };
}

async function known({ tx }: Deed, id: string) {
  const found = await findPreparation(tx, id);
  if (!found) throw unknown();
  return found;
}

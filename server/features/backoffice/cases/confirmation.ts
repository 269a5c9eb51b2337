import { findAsked, wasAskedByHand } from '#db/cases/public';
import type { Actor } from '#domain/accounts/actors';
import { asksConfirmation, blockLabels } from '#domain/cases/statuses';
import { hourMs } from '#domain/time';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { refusals } from '../../../refusal';
import { noSuchCase } from './messages';

/** Between two mails by which staff ask the same policyholder again. */
const pauseMs = hourMs;

/** Queues the mail to the policyholder once more. @throws Refusal */
export async function askPolicyholder(context: Context, actor: Actor, applicationId: string): Promise<void> {
  await perform(context, actor, async ({ tx, at, mail, record }) => {
    const asked = await findAsked(tx, applicationId);
    if (!asked) throw noSuchCase();
    if (!asksConfirmation(asked)) throw refusals.conflict('Zu diesem Antrag ist keine Bestätigung offen.');
    if (asked.restrictedAt !== null) throw refusals.conflict(blockLabels.restricted);
    if (await wasAskedByHand(tx, applicationId, { since: at - pauseMs, now: at }))
      throw refusals.conflict('Diese E-Mail haben Sie vor weniger als einer Stunde gesendet.');
    await mail('confirmation_asked', { applicationId }, { byHand: 'queued' });
    await record('confirmation_requested', [applicationId]);
  });
}

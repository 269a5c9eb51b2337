import { findApplication } from '#db/applications/find';
import type { OutboxMail } from '#db/mails/outbox';
import { contactOf } from '#db/mails/recipients';
import { leftSince, markReminded } from '#db/mails/reminders';
import { stoppedAmong } from '#db/mails/stops';
import type { Actor } from '#domain/accounts/actors';
import type { ReminderType } from '#domain/applications/staff';
import { reminderMails } from '#domain/mails/kinds';
import { hourMs } from '#domain/time';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { traceOf } from '../../../log';
import { refusals } from '../../../refusal';

export const reminderNames = { first: 'erste Erinnerung', second: 'zweite Erinnerung' };

/** Between two reminders of the same type to the same application. */
const pauseMs = hourMs;

type Asked = {
  id: string;
  type: ReminderType;
  actor: Actor;
  /** When the call came in. */
  asked: number;
};

/**
 * Sends a reminder now; returns its recipient. The mail log shows the attempt in any case; a refused mail is not tried
 * again.
 *
 * @throws Refusal
 */
export async function sendReminder(context: Context, asked: Asked): Promise<string> {
  const mail = await perform(context, asked.actor, (deed) => queueReminder(context, deed, asked));
  const result = await context.deliverMail(mail);
  if (!result.ok)
    throw refusals.notDelivered(
      `Die ${reminderNames[asked.type]} konnte nicht zugestellt werden. Den Grund nennt das E-Mail-Log.`,
    );
  await noteReminder(context, asked);
  return mail.recipientEmail;
}

/** Stops the automatic reminder of this kind. The mail has been sent, so a database error is logged and not reported. */
async function noteReminder(context: Context, { id, type, actor }: Asked): Promise<void> {
  try {
    await perform(context, actor, async ({ tx, at, unrecorded }) => {
      await markReminded(tx, [id], type, at);
      unrecorded('the request has its row');
    });
  } catch (error) {
    context.log('error', 'reminder_not_noted', traceOf(error));
  }
}

/** Of several at the same time one is queued, because the writes of all instances follow one another. */
async function queueReminder(
  { cipher }: Context,
  { tx, at, mail, record }: Deed,
  { id, type, asked }: Asked,
): Promise<OutboxMail> {
  const application = await findApplication(tx, id);
  if (!application) throw refusals.unknownApplication();
  if (application.completed)
    throw refusals.conflict('Der Antrag ist bereits abgeschlossen und braucht keine Erinnerung.');
  const contact = await contactOf(tx, id);
  if (!contact) throw refusals.withoutAddress();
  const stopped = await stoppedAmong(tx, cipher, [contact.address]);
  if (application.remindersStopped || stopped.size > 0)
    throw refusals.conflict('Die Person möchte keine Erinnerungen.');
  if (await leftSince(tx, id, type, { since: at - pauseMs, asked, now: at }))
    throw refusals.conflict('Diese Erinnerung ging vor weniger als einer Stunde hinaus.');
  const [queued] = await mail(reminderMails[type], { applicationId: id }, { to: [contact], byHand: 'now' });
  if (!queued) throw refusals.withoutAddress();
  await record('reminder_requested', [id]);
  return queued;
}

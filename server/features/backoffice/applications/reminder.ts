/** Reminders that staff send by hand: delivered while they wait for the result. */

import { findApplication } from '#db/applications/find';
import { recordAction } from '#db/audit/record';
import type { Transaction } from '#db/client';
import type { OutboxMail } from '#db/mails/outbox';
import { contactOf } from '#db/mails/recipients';
import { leftSince, markReminded } from '#db/mails/reminders';
import { stoppedAmong } from '#db/mails/stops';
import type { Actor } from '#domain/accounts/actors';
import type { ReminderType } from '#domain/applications/staff';
import { reminderMails } from '#domain/mails/kinds';
import { hourMs } from '#domain/time';
import type { Context } from '../../../context';
import { traceOf } from '../../../log';
import { queueMails } from '../../../mail/queue';

export type Reminder =
  | { kind: 'sent'; recipient: string }
  | { kind: 'refused' | 'unknown' | 'completed' | 'without_email' | 'stopped' | 'just_sent' };

type Queued = { kind: 'queued'; mail: OutboxMail } | Exclude<Reminder, { kind: 'sent' | 'refused' }>;

/** Between two reminders of the same type to the same application. */
const pauseMs = hourMs;

type Asked = {
  id: string;
  type: ReminderType;
  actor: Actor;
  /** When the call came in. */
  asked: number;
};

/** Sends a reminder now. The mail log shows the attempt in any case; a refused mail is not tried again. */
export async function sendReminder(context: Context, asked: Asked): Promise<Reminder> {
  const { id, type } = asked;
  const queued = await context.db.write((tx) => queueReminder(context, tx, asked));
  if (queued.kind !== 'queued') return queued;
  const { mail } = queued;
  const result = await context.deliverMail(mail);
  if (!result.ok) return { kind: 'refused' };
  await noteReminder(context, id, type);
  return { kind: 'sent', recipient: mail.recipientEmail };
}

/** Stops the automatic reminder of this kind. The mail has been sent, so a database error is logged and not reported. */
async function noteReminder({ db, now, log }: Context, id: string, type: ReminderType): Promise<void> {
  try {
    await db.write((tx) => markReminded(tx, [id], type, now()));
  } catch (error) {
    log('error', 'reminder_not_noted', traceOf(error));
  }
}

/** Of several at the same time one is queued, because the writes of all instances follow one another. */
async function queueReminder(
  context: Context,
  tx: Transaction,
  { id, type, actor, asked }: Asked,
): Promise<Queued> {
  const application = await findApplication(tx, id);
  if (!application) return { kind: 'unknown' };
  if (application.completed) return { kind: 'completed' };
  const contact = await contactOf(tx, id);
  if (!contact) return { kind: 'without_email' };
  const stopped = await stoppedAmong(tx, context.cipher, [contact.address]);
  if (application.remindersStopped || stopped.size > 0) return { kind: 'stopped' };
  const at = context.now();
  if (await leftSince(tx, id, type, { since: at - pauseMs, asked, now: at })) return { kind: 'just_sent' };
  const about = { applicationId: id };
  const [mail] = await queueMails(context, tx, reminderMails[type], about, { to: [contact], byHand: true });
  if (!mail) return { kind: 'without_email' };
  await recordAction(tx, actor, 'reminder_requested', [id], at);
  return { kind: 'queued', mail };
}

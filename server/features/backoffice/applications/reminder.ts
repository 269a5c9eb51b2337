/** Reminders that staff send by hand: delivered while they wait, and they are told what became of it. */
import { loadApplication } from '#db/applications/find';
import type { Transaction } from '#db/client';
import { type OutboxMail, queueLeasedMail } from '#db/mails/outbox';
import { markReminded } from '#db/mails/reminders';
import { type Actor, recordAction } from '#db/staff/audit';
import type { ReminderType } from '#domain/backoffice/applications';
import { mailSubject } from '#emails/render';
import type { Context } from '../../../context';
import { traceOf } from '../../../log';
import { reminderProps } from '../../applications/mails';

export type Reminder =
  | { kind: 'sent'; recipient: string }
  | { kind: 'refused' | 'unknown' | 'completed' | 'without_email' };

type Queued = { kind: 'queued'; mail: OutboxMail } | Exclude<Reminder, { kind: 'sent' | 'refused' }>;

/** How long the worker keeps its hands off: longer than a delivery may take. */
const leaseMs = 60_000;
const emailTypes = { first: 'reminder_first', second: 'reminder_second' } as const;

/** Sends a reminder now. The mail log has the attempt either way; one that was refused is not tried again. */
export async function sendReminder(
  context: Context,
  id: string,
  type: ReminderType,
  actor: Actor,
): Promise<Reminder> {
  const queued = await context.db.write((tx) => queueReminder(context, tx, id, type, actor));
  if (queued.kind !== 'queued') return queued;
  const { mail } = queued;
  const result = await context.deliverMail(mail);
  if (!result.ok) return { kind: 'refused' };
  await noteReminder(context, id, type);
  return { kind: 'sent', recipient: mail.recipientEmail };
}

/** What staff sent does not go once more by itself. The mail is out: a database that is away makes no failure of it. */
async function noteReminder({ db, now, log }: Context, id: string, type: ReminderType): Promise<void> {
  try {
    await db.write((tx) => markReminded(tx, [id], type, now()));
  } catch (error) {
    log('error', 'reminder_not_noted', traceOf(error));
  }
}

async function queueReminder(
  context: Context,
  tx: Transaction,
  id: string,
  type: ReminderType,
  actor: Actor,
): Promise<Queued> {
  const loaded = await loadApplication(tx, context.cipher, id);
  if (!loaded) return { kind: 'unknown' };
  if (loaded.application.completed) return { kind: 'completed' };
  const props = reminderProps(context, id, loaded.sets);
  const contact = loaded.sets['contact-data'];
  if (!props || !contact) return { kind: 'without_email' };
  const emailType = emailTypes[type];
  const mail = {
    emailType,
    applicationId: id,
    recipientEmail: contact.email,
    recipientName: `${contact.firstName} ${contact.lastName}`,
    subject: mailSubject(emailType, props),
    now: context.now(),
  };
  const leased = await queueLeasedMail(tx, mail, { owner: crypto.randomUUID(), leaseMs });
  await recordAction(tx, actor, 'reminder_requested', [id], context.now());
  return { kind: 'queued', mail: leased };
}

import { eq } from 'drizzle-orm';
import { emailTypes, type MailCause, mailKinds, reminderMails } from '#domain/mails/kinds';
import { dayMs, hourMs } from '#domain/time';
import type { Transaction } from '../client';
import type { About, OutboxMail } from '../mails/outbox';
import type { Recipient } from '../mails/recipients';
import { markReminded } from '../mails/reminders';
import { outbox } from '../schema/mails';
import { idOf } from './cast';

/** Worded, to the visitor or to these. Only the server has the words. */
export type QueueMails = (
  tx: Transaction,
  cause: MailCause,
  about: About,
  to?: readonly Recipient[],
) => Promise<OutboxMail[]>;

export type Seeding = { tx: Transaction; queue: QueueMails; now: number };
/** The `index`th of its kind, last changed at `at`. */
export type Matter<Of = About> = { about: Of; index: number; at: number };

const reminders = [
  { type: 'first', afterMs: dayMs },
  { type: 'second', afterMs: 72 * hourMs },
] as const;
const refusals = [
  '550: 5.1.1 Mailbox unavailable',
  '552: 5.2.2 Mailbox full',
  'ETIMEDOUT: Der Mailserver hat nicht rechtzeitig geantwortet.',
];

export async function seedMails(
  { tx, queue }: Pick<Seeding, 'tx' | 'queue'>,
  cause: MailCause,
  { about, index, at }: Matter,
  to?: readonly Recipient[],
): Promise<void> {
  for (const { id, emailType, subject } of await queue(tx, cause, about, to)) {
    const refused = mailKinds[emailType].to === 'visitor' && index % 4 === 1;
    await tx
      .update(outbox)
      .set({
        id: idOf('c', index * emailTypes.length + emailTypes.indexOf(emailType)),
        subject,
        status: refused ? 'failed' : 'sent',
        error: refused ? refusals[Math.floor(index / 4) % refusals.length] : null,
        attempts: 1,
        createdAt: at,
        nextAttemptAt: at,
        attemptedAt: at + 2000,
      })
      .where(eq(outbox.id, id));
  }
}

export async function seedReminders(seeding: Seeding, matter: Matter<{ applicationId: string }>) {
  for (const { type, afterMs } of reminders) {
    const at = matter.at + afterMs;
    if (at > seeding.now) return;
    await seedMails(seeding, reminderMails[type], { ...matter, at });
    await markReminded(seeding.tx, [matter.about.applicationId], type, at);
  }
}

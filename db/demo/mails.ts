/** The mail log of the demo data: most mails were sent, some were refused for different reasons. */

import { type EmailType, emailTypes, type MailCause, mailKinds, reminderMails } from '#domain/mails/kinds';
import { dayMs, hourMs } from '#domain/time';
import type { Transaction } from '../client';
import type { About, NewMail } from '../mails/outbox';
import { markReminded } from '../mails/reminders';
import { outbox } from '../schema/mails';
import { idOf } from './cast';

/** Drafts a mail as the product would queue it, or null if it would queue none. Only the server has the templates. */
export type DraftMail = (tx: Transaction, emailType: EmailType, about: About) => Promise<NewMail | null>;

/** The mail to an address that asked what is stored about it. */
export type DraftPrivacyLink = (address: string) => NewMail;

export type Seeding = { tx: Transaction; draft: DraftMail; now: number };
/** The subject of mails: the `index`th of its kind, last changed at `at` (ms). */
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

/** Adds the mails of an event. */
export async function seedMails(seeding: Seeding, cause: MailCause, matter: Matter): Promise<void> {
  for (const emailType of emailTypes) {
    if (mailKinds[emailType].cause === cause) await add(seeding, emailType, matter);
  }
}

/** Adds the reminders of an open application that are due by now. */
export async function seedReminders(seeding: Seeding, matter: Matter<{ applicationId: string }>) {
  for (const { type, afterMs } of reminders) {
    const at = matter.at + afterMs;
    if (at > seeding.now) return;
    await add(seeding, reminderMails[type], { ...matter, at });
    await markReminded(seeding.tx, [matter.about.applicationId], type, at);
  }
}

async function add(seeding: Seeding, emailType: EmailType, matter: Matter) {
  const drafted = await seeding.draft(seeding.tx, emailType, matter.about);
  if (drafted) await addDrafted(seeding.tx, drafted, matter);
}

/** Adds a drafted mail that was tried. */
export async function addDrafted(tx: Transaction, drafted: NewMail, { index, at }: Omit<Matter, 'about'>) {
  const { now: _, ...mail } = drafted;
  const { emailType } = mail;
  const refused = mailKinds[emailType].to === 'visitor' && index % 4 === 1;
  await tx.insert(outbox).values({
    ...mail,
    id: idOf('c', index * emailTypes.length + emailTypes.indexOf(emailType)),
    status: refused ? 'failed' : 'sent',
    error: refused ? refusals[Math.floor(index / 4) % refusals.length] : null,
    attempts: 1,
    createdAt: at,
    nextAttemptAt: at,
    attemptedAt: at + 2000,
  });
}

/** The mail log of the demo data: most mails went out, some were refused, each for another reason. */
import type { EmailType } from '../domain/email';
import type { Transaction } from './client';
import { markReminded } from './reminders';
import { outbox } from './schema';
import { idOf } from './seed-ids';

type AboutApplication = { index: number; applicationId: string; at: number; email: string };
type AboutCallback = { index: number; callbackRequestId: string; at: number; email: string | null };
type Seeded = {
  id: string;
  emailType: EmailType;
  recipientEmail: string;
  subject: string;
  applicationId?: string;
  callbackRequestId?: string;
};

const hour = 3_600_000;
const staffAddress = 'antrag@sattelfest.example';
/** Mails of one application or callback request that can be told apart. */
const slots = 4;
const refusals = [
  '550: 5.1.1 Mailbox unavailable',
  '552: 5.2.2 Mailbox full',
  'ETIMEDOUT: Der Mailserver hat nicht rechtzeitig geantwortet.',
];

/** The confirmation and the note to the staff of an application completed at `at` (ms). */
export async function seedCompletionMails(tx: Transaction, about: AboutApplication): Promise<void> {
  const { index, applicationId, at, email } = about;
  const confirmation = {
    id: mailId(index, 0),
    emailType: 'completion' as const,
    recipientEmail: email,
    subject: 'Ihr Antrag ist bei uns eingegangen',
    applicationId,
  };
  const note = {
    id: mailId(index, 1),
    emailType: 'internal_completion' as const,
    recipientEmail: staffAddress,
    subject: `Neuer Antrag (${applicationId.slice(0, 8)})`,
    applicationId,
  };
  await add(tx, confirmation, at, index % 4 === 1 ? refusalOf(index) : null);
  await add(tx, note, at, null);
}

/** What an open application, untouched since `at`, has been reminded of by now: after a day, and after three. */
export async function seedReminders(
  tx: Transaction,
  about: AboutApplication & { now: number },
): Promise<void> {
  const { index, applicationId, at, email, now } = about;
  const mail = { recipientEmail: email, applicationId };
  if (at + 24 * hour > now) return;
  const first = { ...mail, id: mailId(index, 2), emailType: 'reminder_first' as const };
  await add(tx, { ...first, subject: 'Ihr Antrag bei Sattelfest wartet auf Sie' }, at + 24 * hour, null);
  await markReminded(tx, [applicationId], 'first', at + 24 * hour);
  if (at + 72 * hour > now) return;
  const second = { ...mail, id: mailId(index, 3), emailType: 'reminder_second' as const };
  const subject = 'Dürfen wir Ihnen helfen? Ihr Antrag bei Sattelfest ist noch offen';
  await add(tx, { ...second, subject }, at + 72 * hour, index % 7 === 1 ? refusalOf(index) : null);
  await markReminded(tx, [applicationId], 'second', at + 72 * hour);
}

/** Both mails of a callback request that came in at `at`; without an address only the one to the staff. */
export async function seedCallbackMails(tx: Transaction, about: AboutCallback): Promise<void> {
  const { index, callbackRequestId, at, email } = about;
  const note = {
    id: callbackMailId(index, 0),
    emailType: 'callback_notification' as const,
    recipientEmail: staffAddress,
    subject: `Rückrufwunsch (${callbackRequestId.slice(0, 8)})`,
    callbackRequestId,
  };
  await add(tx, note, at, null);
  if (!email) return;
  const confirmation = {
    id: callbackMailId(index, 1),
    emailType: 'callback_confirmation' as const,
    recipientEmail: email,
    subject: 'Ihre Rückrufanfrage bei Sattelfest',
    callbackRequestId,
  };
  await add(tx, confirmation, at, index % 6 === 2 ? refusalOf(index) : null);
}

async function add(tx: Transaction, mail: Seeded, at: number, error: string | null): Promise<void> {
  const status = error ? ('failed' as const) : ('sent' as const);
  const times = { createdAt: at, nextAttemptAt: at, attemptedAt: at + 2000 };
  await tx.insert(outbox).values({ ...mail, ...times, status, error, attempts: 1 });
}

function refusalOf(index: number): string {
  return refusals[index % refusals.length] ?? '';
}

function mailId(index: number, slot: number): string {
  return idOf('c', index * slots + slot);
}

/** Behind the mails of all applications. */
function callbackMailId(index: number, slot: number): string {
  return idOf('c', 1_000_000_000 + index * slots + slot);
}

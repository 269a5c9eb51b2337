/** The mail log of the demo data: most mails went out, some were refused, each for another reason. */
import type { EmailType } from '#domain/mails';
import type { TariffType } from '#domain/tariffs/catalogue';
import type { Transaction } from '../client';
import { markReminded } from '../mails/reminders';
import { outbox } from '../schema';
import { idOf } from './ids';

/** The subject of a mail about the application or callback request `id`: the templates know it, db does not. */
export type SubjectOf = (emailType: EmailType, about: { id: string; tariff?: TariffType }) => string;
type Log = { tx: Transaction; subjectOf: SubjectOf };
type AboutApplication = {
  index: number;
  applicationId: string;
  at: number;
  email: string;
  tariff: TariffType;
};
type AboutCallback = { index: number; callbackRequestId: string; at: number; email: string | null };
type Seeded = {
  id: string;
  emailType: EmailType;
  recipientEmail: string;
  tariff?: TariffType;
} & ({ applicationId: string } | { callbackRequestId: string });

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
export async function seedCompletionMails(log: Log, about: AboutApplication): Promise<void> {
  const { index, applicationId, at, email, tariff } = about;
  const confirmation = {
    id: mailId(index, 0),
    emailType: 'completion' as const,
    recipientEmail: email,
    applicationId,
    tariff,
  };
  const note = {
    id: mailId(index, 1),
    emailType: 'internal_completion' as const,
    recipientEmail: staffAddress,
    applicationId,
    tariff,
  };
  await add(log, confirmation, at, index % 4 === 1 ? refusalOf(index) : null);
  await add(log, note, at, null);
}

/** What an open application, untouched since `at`, has been reminded of by now: after a day, and after three. */
export async function seedReminders(log: Log, about: AboutApplication & { now: number }): Promise<void> {
  const { index, applicationId, at, email, tariff, now } = about;
  const mail = { recipientEmail: email, applicationId, tariff };
  if (at + 24 * hour > now) return;
  const first = { ...mail, id: mailId(index, 2), emailType: 'reminder_first' as const };
  await add(log, first, at + 24 * hour, null);
  await markReminded(log.tx, [applicationId], 'first', at + 24 * hour);
  if (at + 72 * hour > now) return;
  const second = { ...mail, id: mailId(index, 3), emailType: 'reminder_second' as const };
  await add(log, second, at + 72 * hour, index % 7 === 1 ? refusalOf(index) : null);
  await markReminded(log.tx, [applicationId], 'second', at + 72 * hour);
}

/** Both mails of a callback request that came in at `at`; without an address only the one to the staff. */
export async function seedCallbackMails(log: Log, about: AboutCallback): Promise<void> {
  const { index, callbackRequestId, at, email } = about;
  const note = {
    id: callbackMailId(index, 0),
    emailType: 'callback_notification' as const,
    recipientEmail: staffAddress,
    callbackRequestId,
  };
  await add(log, note, at, null);
  if (!email) return;
  const confirmation = {
    id: callbackMailId(index, 1),
    emailType: 'callback_confirmation' as const,
    recipientEmail: email,
    callbackRequestId,
  };
  await add(log, confirmation, at, index % 6 === 2 ? refusalOf(index) : null);
}

async function add(log: Log, { tariff, ...mail }: Seeded, at: number, error: string | null): Promise<void> {
  const id = 'applicationId' in mail ? mail.applicationId : mail.callbackRequestId;
  const subject = log.subjectOf(mail.emailType, { id, tariff });
  const status = error ? ('failed' as const) : ('sent' as const);
  const times = { createdAt: at, nextAttemptAt: at, attemptedAt: at + 2000 };
  await log.tx.insert(outbox).values({ ...mail, subject, ...times, status, error, attempts: 1 });
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

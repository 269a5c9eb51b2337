/**
 * Automatic reminders of open applications. Each application keeps when its first and its second were queued: that
 * makes both unique, however many instances look. Instants are milliseconds since 1970.
 */
import { and, eq, gte, inArray, isNotNull, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { ReminderType } from '#domain/backoffice/applications';
import type { MailStatus } from '#domain/backoffice/mail-log';
import { type EmailType, reminderMails } from '#domain/mails';
import type { Database, Transaction } from '../client';
import { applications, contactData, outbox, remindable } from '../schema';

export type ReminderRule = {
  type: ReminderType;
  /** Applications last changed at this instant or before. */
  untouchedSince: number;
  /** Not those last changed before this instant, which are about to be erased; null: none are. */
  touchedSince: number | null;
  /** The second only to whom the first went at this instant or before; null: there is no first to wait for. */
  afterFirst: number | null;
};

const columns = { first: applications.firstReminderAt, second: applications.secondReminderAt } as const;

/** True when somebody is due: the question of an idle instance, which takes no lock for it. */
export async function anyReminderDue(db: Database, rule: ReminderRule): Promise<boolean> {
  const [row] = await dueQuery(db.read, rule, 1);
  return row !== undefined;
}

/**
 * Queues up to `limit` due reminders and marks their applications, those that wait longest first. `claimed`: how many
 * were marked, `queued`: how many of them a mail goes to. Few statements for however many: a remote database is told
 * each of them over the network.
 */
export async function queueReminders(
  tx: Transaction,
  rule: ReminderRule,
  { now, limit, subject }: { now: number; limit: number; subject: string },
): Promise<{ claimed: number; queued: number }> {
  const due = await dueQuery(tx, rule, limit);
  const ids = due.map(({ applicationId }) => applicationId);
  if (ids.length > 0) await mark(tx, ids, rule.type, now);
  const mail = { emailType: reminderMails[rule.type], subject, createdAt: now, nextAttemptAt: now };
  const mails = due
    .filter(({ sent }) => !sent)
    .map(({ applicationId, email, firstName, lastName }) => ({
      ...mail,
      id: crypto.randomUUID(),
      applicationId,
      recipientEmail: email,
      recipientName: `${firstName} ${lastName}`,
    }));
  if (mails.length > 0) await tx.insert(outbox).values(mails);
  return { claimed: due.length, queued: mails.length };
}

/**
 * Due reminders and whom they go to, those that wait longest first. `sent`: staff sent it, but that was not noted: the
 * process died, or it went out at a later attempt.
 */
export function dueQuery(reader: Database['read'] | Transaction, rule: ReminderRule, limit: number) {
  const { applicationId, email, firstName, lastName } = contactData;
  return reader
    .select({ applicationId, email, firstName, lastName, sent: sql<number>`${hasMail(rule, 'sent')}` })
    .from(applications)
    .innerJoin(contactData, eq(applicationId, applications.id))
    .where(isDue(rule))
    .orderBy(...(rule.afterFirst === null ? [] : [applications.firstReminderAt]), applications.updatedAt)
    .limit(limit);
}

/** Notes that staff sent the reminder of this kind: it will not go by itself any more, also where it waits already. */
export async function markReminded(
  tx: Transaction,
  ids: readonly string[],
  type: ReminderType,
  now: number,
): Promise<void> {
  await mark(tx, ids, type, now);
  await deleteWaitingReminders(tx, ids, [reminderMails[type]]);
}

/** Ends all reminders of an open application; a second time changes nothing. */
export async function stopReminders(tx: Transaction, applicationId: string, now: number): Promise<void> {
  await tx
    .update(applications)
    .set({ remindersStoppedAt: now })
    .where(and(eq(applications.id, applicationId), isNull(applications.remindersStoppedAt)));
  await deleteWaitingReminders(tx, [applicationId]);
}

/**
 * Deletes the reminders of these applications that wait. `claimDueMails` would delete them too, but only when they are
 * due: the mail log would show them until then (tests/server/jobs/reminders.test.ts). It deletes those under way now.
 */
export async function deleteWaitingReminders(
  tx: Transaction,
  applicationIds: readonly string[],
  types: EmailType[] = Object.values(reminderMails),
): Promise<void> {
  await tx
    .delete(outbox)
    .where(
      and(
        inArray(outbox.applicationId, [...applicationIds]),
        inArray(outbox.emailType, types),
        eq(outbox.status, 'pending'),
        isNull(outbox.leaseOwner),
      ),
    );
}

function isDue(rule: ReminderRule): SQL | undefined {
  const { type, untouchedSince, touchedSince, afterFirst } = rule;
  const { updatedAt, firstReminderAt } = applications;
  return and(
    remindable(applications),
    lte(updatedAt, untouchedSince),
    touchedSince === null ? undefined : gte(updatedAt, touchedSince),
    isNull(columns[type]),
    type === 'second' && afterFirst !== null
      ? and(isNotNull(firstReminderAt), lte(firstReminderAt, afterFirst))
      : undefined,
    // staff are sending it this moment
    not(hasMail(rule, 'pending')),
  );
}

function hasMail({ type }: ReminderRule, status: MailStatus): SQL {
  return sql`exists (select 1 from ${outbox} where ${outbox.applicationId} = ${applications.id}
    and ${outbox.emailType} = ${reminderMails[type]} and ${outbox.status} = ${status})`;
}

async function mark(tx: Transaction, ids: readonly string[], type: ReminderType, now: number): Promise<void> {
  const value = type === 'first' ? { firstReminderAt: now } : { secondReminderAt: now };
  await tx
    .update(applications)
    .set(value)
    .where(and(inArray(applications.id, [...ids]), isNull(columns[type])));
}

/**
 * Automatic reminders of open applications. Each application stores when its first and second reminder were queued, so
 * each is queued once even by several instances. Instants are milliseconds since 1970.
 */
import { and, eq, gte, inArray, isNotNull, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { ReminderType } from '#domain/backoffice/applications';
import type { MailStatus } from '#domain/backoffice/mail-log';
import { type EmailType, reminderMails } from '#domain/mails';
import type { Database, Reader, Transaction } from '../client';
import { applications, contactData, outbox, remindable } from '../schema';

export type ReminderRule = {
  type: ReminderType;
  /** Applications last changed at this instant or before. */
  untouchedSince: number;
  /** Applications last changed before this instant will be deleted soon and get no reminder; null: none will. */
  touchedSince: number | null;
  /** For the second reminder: the first was queued at this instant or before; null: there is no first one. */
  afterFirst: number | null;
};

const columns = { first: applications.firstReminderAt, second: applications.secondReminderAt } as const;

/** True if a reminder is due. It takes no lock, so an idle instance may call it often. */
export async function anyReminderDue(db: Database, rule: ReminderRule): Promise<boolean> {
  const [row] = await dueQuery(db.read, rule, 1);
  return row !== undefined;
}

/**
 * Queues up to `limit` due reminders, those that have waited longest first. `claimed` is the number of applications
 * whose reminder is now marked as queued, `queued` the number of mails. The number of statements does not depend on
 * `limit`, because a remote database gets each one over the network.
 */
export async function queueReminders(
  tx: Transaction,
  rule: ReminderRule,
  { now, limit, subject }: { now: number; limit: number; subject: string },
): Promise<{ claimed: number; queued: number }> {
  const due = await dueQuery(tx, rule, limit);
  const ids = due.map(({ applicationId }) => applicationId);
  if (ids.length > 0) await setQueuedAt(tx, ids, rule.type, now);
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
 * Due reminders and their recipients, those that have waited longest first. `sent`: staff have sent it, but
 * `markReminded` was not called: the process died, or only a later attempt succeeded.
 */
export function dueQuery(reader: Reader, rule: ReminderRule, limit: number) {
  const { applicationId, email, firstName, lastName } = contactData;
  return reader
    .select({ applicationId, email, firstName, lastName, sent: sql<number>`${hasMail(rule, 'sent')}` })
    .from(applications)
    .innerJoin(contactData, eq(applicationId, applications.id))
    .where(isDue(rule))
    .orderBy(...(rule.afterFirst === null ? [] : [applications.firstReminderAt]), applications.updatedAt)
    .limit(limit);
}

/** Records that staff sent this reminder: it is no longer queued automatically, and queued ones are deleted. */
export async function markReminded(
  tx: Transaction,
  ids: readonly string[],
  type: ReminderType,
  now: number,
): Promise<void> {
  await setQueuedAt(tx, ids, type, now);
  await deleteWaitingReminders(tx, ids, [reminderMails[type]]);
}

/** Stops all reminders of an open application; a second call changes nothing. */
export async function stopReminders(tx: Transaction, applicationId: string, now: number): Promise<void> {
  await tx
    .update(applications)
    .set({ remindersStoppedAt: now })
    .where(and(eq(applications.id, applicationId), isNull(applications.remindersStoppedAt)));
  await deleteWaitingReminders(tx, [applicationId]);
}

/**
 * Deletes the queued reminders of these applications, except leased ones. `claimDueMails` would delete them too, but
 * only when they are due; until then the mail log would show them.
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
    // staff are sending it now
    not(hasMail(rule, 'pending')),
  );
}

function hasMail({ type }: ReminderRule, status: MailStatus): SQL {
  return sql`exists (select 1 from ${outbox} where ${outbox.applicationId} = ${applications.id}
    and ${outbox.emailType} = ${reminderMails[type]} and ${outbox.status} = ${status})`;
}

async function setQueuedAt(
  tx: Transaction,
  ids: readonly string[],
  type: ReminderType,
  now: number,
): Promise<void> {
  const value = type === 'first' ? { firstReminderAt: now } : { secondReminderAt: now };
  await tx
    .update(applications)
    .set(value)
    .where(and(inArray(applications.id, [...ids]), isNull(columns[type])));
}

/**
 * Automatic reminders of open applications. Each application keeps when its first and its second were queued: that
 * makes both unique, however many instances look. Instants are milliseconds since 1970.
 */
import { and, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { ReminderType } from '../domain/backoffice';
import type { Database, Transaction } from './client';
import { applications, contactData, outbox } from './schema';

export type DueReminder = { applicationId: string; email: string; firstName: string; lastName: string };

export type ReminderRule = {
  type: ReminderType;
  /** Applications last changed at this instant or before. */
  untouchedSince: number;
  /** The second only to whom the first went at this instant or before; null: there is no first to wait for. */
  afterFirst: number | null;
};

const columns = { first: applications.firstReminderAt, second: applications.secondReminderAt } as const;

/** True when somebody is due: the question of an idle instance, which takes no lock for it. */
export async function anyReminderDue(db: Database, rule: ReminderRule): Promise<boolean> {
  const [row] = await db.read
    .select({ id: applications.id })
    .from(applications)
    .innerJoin(contactData, eq(contactData.applicationId, applications.id))
    .where(isDue(rule))
    .limit(1);
  return row !== undefined;
}

/** Marks up to `limit` due applications as reminded, those that wait longest first, and answers whom to write to. */
export async function claimDueReminders(
  tx: Transaction,
  rule: ReminderRule,
  { now, limit }: { now: number; limit: number },
): Promise<DueReminder[]> {
  const due = await tx
    .select({
      applicationId: applications.id,
      email: contactData.email,
      firstName: contactData.firstName,
      lastName: contactData.lastName,
    })
    .from(applications)
    .innerJoin(contactData, eq(contactData.applicationId, applications.id))
    .where(isDue(rule))
    .orderBy(applications.updatedAt)
    .limit(limit);
  if (due.length > 0) {
    const ids = due.map(({ applicationId }) => applicationId);
    await markReminded(tx, ids, rule.type, now);
  }
  return due;
}

/** Notes that the reminder of this kind went out: it will not go by itself any more. */
export async function markReminded(
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

/** Ends all reminders of an open application, those on their way too; a second time changes nothing. */
export async function stopReminders(tx: Transaction, applicationId: string, now: number): Promise<void> {
  await tx
    .update(applications)
    .set({ remindersStoppedAt: now })
    .where(and(eq(applications.id, applicationId), isNull(applications.remindersStoppedAt)));
  await dropQueuedReminders(tx, applicationId);
}

/** Takes the reminders that wait for their delivery out of the outbox. */
export async function dropQueuedReminders(tx: Transaction, applicationId: string): Promise<void> {
  await tx
    .delete(outbox)
    .where(
      and(
        eq(outbox.applicationId, applicationId),
        inArray(outbox.emailType, ['reminder_first', 'reminder_second']),
        eq(outbox.status, 'pending'),
        isNull(outbox.leaseOwner),
      ),
    );
}

/**
 * Condition on the outbox: the mail reminds of an application that is completed, or whose owner wants no more of
 * them. Asked in the statement that claims a mail.
 */
export function isPointlessReminder(): SQL {
  return sql`(${outbox.emailType} in ('reminder_first', 'reminder_second') and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and (${applications.completedAt} is not null or ${applications.remindersStoppedAt} is not null)))`;
}

/** Removes reminders that nobody will claim any more; answers how many. */
export async function removePointlessReminders(db: Database): Promise<number> {
  const pending = and(sql`${outbox.status} = 'pending'`, isNull(outbox.leaseOwner), isPointlessReminder());
  const [waiting] = await db.read.select({ id: outbox.id }).from(outbox).where(pending).limit(1);
  if (!waiting) return 0;
  const removed = await db.write((tx) => tx.delete(outbox).where(pending).returning({ id: outbox.id }));
  return removed.length;
}

function isDue({ type, untouchedSince, afterFirst }: ReminderRule): SQL | undefined {
  const { completedAt, updatedAt, remindersStoppedAt, firstReminderAt } = applications;
  return and(
    // written out, not bound: SQLite takes the partial index only for a condition it can read
    sql`${completedAt} is null`,
    lte(updatedAt, untouchedSince),
    isNull(columns[type]),
    isNull(remindersStoppedAt),
    type === 'second' && afterFirst !== null
      ? and(isNotNull(firstReminderAt), lte(firstReminderAt, afterFirst))
      : undefined,
  );
}

/** Mails that were given up, and which of them may be sent again. */
import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import { reminderMails } from '#domain/mails';
import type { Database, Transaction } from '../client';
import { outbox } from '../schema';
import { isPointless, type OutboxMail } from './outbox';

/**
 * Makes those of the mails due again that were given up and still have a reason, as if they were new; returns their ids.
 * Some hundred at most.
 */
export async function retryFailed(tx: Transaction, ids: readonly string[], now: number): Promise<string[]> {
  // its error stays until the next attempt: the mail log goes on telling what happened
  const rows = await tx
    .update(outbox)
    .set({ status: 'pending', attempts: 0, nextAttemptAt: now, leaseOwner: null })
    .where(and(inArray(outbox.id, [...ids]), failed, not(isPointless())))
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
}

/** Ids of the failed mails that may be sent again all at once: those with a reason, one reminder for each person. */
export function resendableMails(reader: Database['read'] | Transaction) {
  return reader
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(failed, not(isPointless()), not(isOutdatedReminder())));
}

/** The mail with this id, or null. */
export async function findMail(tx: Transaction, id: string): Promise<OutboxMail | null> {
  const [mail] = await tx.select().from(outbox).where(eq(outbox.id, id)).limit(1);
  return mail ?? null;
}

// written out, not bound: SQLite takes the partial index only for a condition it can read
const failed = sql`${outbox.status} = 'failed' and ${outbox.attemptedAt} is not null`;

/** Condition on the outbox: the mail is a reminder, and another one of the same application was queued after it. */
function isOutdatedReminder(): SQL {
  const reminders = Object.values(reminderMails);
  return sql`(${outbox.emailType} in ${reminders} and exists (
    select 1 from ${outbox} later where later.application_id = ${outbox.applicationId}
    and later.email_type in ${reminders} and later.rowid > ${outbox}.rowid))`;
}

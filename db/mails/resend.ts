/** Failed mails, and which of them can be sent again. */
import { and, count, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import { reminderMails } from '#domain/mails';
import type { Database, Reader, Transaction } from '../client';
import { outbox } from '../schema';
import { isPointless, type OutboxMail } from './outbox';

/** Makes failed mails, some hundred at most, due again as if new, unless they are pointless; returns their ids. */
export async function retryFailed(tx: Transaction, ids: readonly string[], now: number): Promise<string[]> {
  // the error stays until the next attempt, so that the mail log still shows it
  const rows = await tx
    .update(outbox)
    .set({ status: 'pending', attempts: 0, nextAttemptAt: now, leaseOwner: null })
    .where(and(inArray(outbox.id, [...ids]), failed, not(isPointless())))
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
}

/** Ids of the failed mails that can be sent again together: no pointless ones, and one reminder per application. */
export function resendableMails(reader: Reader) {
  return reader
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(failed, not(isPointless()), not(isOutdatedReminder())));
}

/** How many mails have failed for good. */
export async function countFailed({ read }: Pick<Database, 'read'>): Promise<number> {
  const [row] = await read.select({ mails: count() }).from(outbox).where(failed);
  return row?.mails ?? 0;
}

/** The mail with this id, or null. */
export async function findMail(tx: Transaction, id: string): Promise<OutboxMail | null> {
  const [mail] = await tx.select().from(outbox).where(eq(outbox.id, id)).limit(1);
  return mail ?? null;
}

// without parameters, because SQLite uses a partial index only for a literal condition
const failed = sql`${outbox.status} = 'failed' and ${outbox.attemptedAt} is not null`;

/** Condition: the mail is a reminder, and a later reminder of the same application exists. */
function isOutdatedReminder(): SQL {
  const reminders = Object.values(reminderMails);
  return sql`(${outbox.emailType} in ${reminders} and exists (
    select 1 from ${outbox} later where later.application_id = ${outbox.applicationId}
    and later.email_type in ${reminders} and later.rowid > ${outbox}.rowid))`;
}

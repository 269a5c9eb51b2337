import { and, count, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { reminderMails, stoppedSentence } from '#domain/mails/kinds';
import { uncertainDelivery } from '#domain/mails/log';
import type { Database, Reader, Transaction } from '../client';
import { outbox } from '../schema/mails';
import type { OutboxMail } from './outbox';
import { isPointless } from './pointless';

/**
 * Makes mails that failed or came back, some hundred at most, due again as if new, unless they are pointless; returns
 * their ids. The report stays: it may come once more.
 */
export async function retryFailed(tx: Transaction, ids: readonly string[], now: number): Promise<string[]> {
  // the error stays until the next attempt, so that the mail log still shows it
  const rows = await tx
    .update(outbox)
    .set({
      status: 'pending',
      attempts: 0,
      inDoubt: 0,
      nextAttemptAt: now,
      leaseOwner: null,
      bouncedAt: null,
      bounceCode: null,
    })
    .where(and(inArray(outbox.id, [...ids]), or(failed, eq(outbox.status, 'bounced')), not(isPointless())))
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
}

/** Together: none that may have arrived, came back or was stopped, no pointless ones, and one reminder per application. */
export function resendableMails(reader: Reader) {
  return reader
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(failed, notUncertain, not(isPointless()), not(isOutdatedReminder())));
}

export async function countFailed({ read }: Pick<Database, 'read'>): Promise<number> {
  const [row] = await read.select({ mails: count() }).from(outbox).where(and(failed, notUncertain));
  return row?.mails ?? 0;
}

export async function findMail(tx: Transaction, id: string): Promise<OutboxMail | null> {
  const [mail] = await tx.select().from(outbox).where(eq(outbox.id, id)).limit(1);
  return mail ?? null;
}

/** Those of the ids, some hundred at most, that no mail has. */
export async function missingMails(db: Database, ids: string[]): Promise<string[]> {
  // not from a replica, which may be behind
  const rows = await db.write((tx) =>
    tx.select({ id: outbox.id }).from(outbox).where(inArray(outbox.id, ids)),
  );
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

// without parameters, because SQLite uses a partial index only for a literal condition
const failed = sql`${outbox.status} = 'failed' and ${outbox.attemptedAt} is not null`;
const notUncertain = sql`coalesce(${outbox.error}, '') not like ${`${uncertainDelivery}%`}
  and ${outbox.error} is not ${stoppedSentence}`;

function isOutdatedReminder(): SQL {
  const reminders = Object.values(reminderMails);
  return sql`(${outbox.emailType} in ${reminders} and exists (
    select 1 from ${outbox} later where later.application_id = ${outbox.applicationId}
    and later.email_type in ${reminders} and later.rowid > ${outbox}.rowid))`;
}

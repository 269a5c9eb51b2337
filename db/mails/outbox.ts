/** Mails are queued in the transaction of their cause, leased by a worker (`claims.ts`), and marked (`leases.ts`). */
import { and, type Column, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type EmailType, reminderMails, visitorMails } from '#domain/mails/kinds';
import { minuteMs } from '#domain/time';
import type { Transaction } from '../client';
import { applications } from '../schema/applications';
import { outbox, type Subject } from '../schema/mails';
import { isWithin, type Span } from '../statements';

export type OutboxMail = typeof outbox.$inferSelect;

type Row = typeof outbox.$inferInsert;

export type About = Pick<Row, Subject | 'auditId' | 'account'>;

/** `network`: left out, it is the one behind the application. */
export type NewMail = Omit<Row, 'id' | 'createdAt' | 'nextAttemptAt'> & { now: number };

export const leaseMs = minuteMs;

/** Queues a mail and returns its row. It is due at once, or leased to the `owner`, which delivers it immediately. */
export async function queueMail(
  tx: Transaction,
  { now, network, ...mail }: NewMail,
  owner: string | null = null,
): Promise<OutboxMail> {
  const caused = visitorMails.includes(mail.emailType) ? (network ?? networkBehind(mail)) : null;
  const lease = { leaseOwner: owner, nextAttemptAt: owner === null ? now : now + leaseMs };
  const [row] = await tx
    .insert(outbox)
    .values({ ...mail, ...lease, network: caused, id: crypto.randomUUID(), createdAt: now })
    .returning();
  if (!row) throw new Error('An insert returned no row.');
  return row;
}

/** Whether a mail about it came back, so that its address gets no automatic mail. `about`: the mail's column for it. */
export function cameBack(about: Column, id: Column) {
  const such = and(eq(about, id), sql`${outbox.stopsAddress} = 1`);
  return sql`exists (select 1 from ${outbox} where ${such})`.mapWith(Boolean);
}

function networkBehind({ applicationId }: About): SQL | null {
  if (!applicationId) return null;
  return sql`(select ${applications.network} from ${applications} where ${applications.id} = ${applicationId})`;
}

/** Whether staff were told within this time of an answer about the same. */
export async function wasTold(tx: Transaction, about: About, span: Span): Promise<boolean> {
  const names = ['applicationId', 'callbackRequestId', 'offerId', 'withdrawalId'] as const;
  const isSame = names.map((name) => {
    const id = about[name];
    return id ? eq(outbox[name], id) : isNull(outbox[name]);
  });
  const told = and(...isSame, eq(outbox.emailType, 'case_reply'), isWithin(outbox.createdAt, span));
  return (await tx.select({ id: outbox.id }).from(outbox).where(told).limit(1)).length > 0;
}

/** Not those that are leased. */
export const isWaiting = (types: readonly EmailType[]) =>
  and(eq(outbox.status, 'pending'), inArray(outbox.emailType, [...types]), isNull(outbox.leaseOwner));

/** `claimDueMails` would delete them only when they are due, and the mail log show them until then. */
export async function deleteWaitingReminders(
  tx: Transaction,
  applicationIds: readonly string[],
  types: EmailType[] = Object.values(reminderMails),
): Promise<void> {
  await tx.delete(outbox).where(and(inArray(outbox.applicationId, [...applicationIds]), isWaiting(types)));
}

// without parameters, because SQLite uses a partial index only for a literal condition
export const isPending = sql`${outbox.status} = 'pending'`;

import { and, asc, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import { linkMs } from '#domain/access-links';
import { automaticMails, type EmailType, stoppedSentence } from '#domain/mails/kinds';
import type { Database, Transaction } from '../client';
import { outbox } from '../schema/mails';
import { holdFirstMails, type NewMailboxRule } from './new-mailboxes';
import { isPending, leaseMs, type OutboxMail } from './outbox';
import { isPointless } from './pointless';
import { unreachableAmong } from './recipients';

/** `newMailboxes`: how first mails are limited; null: they are not. */
type Claim = { now: number; owner: string; limit: number; newMailboxes?: NewMailboxRule | null };

/** As many due mails are looked at for those that need not wait. */
const lookAhead = 50;

/** Oldest first. Pointless mails and those with an expired link are deleted. An attempt counts only when it is marked. */
export async function claimDueMails(db: Database, claim: Claim): Promise<OutboxMail[]> {
  for (;;) {
    const { mails, held } = await db.write((tx) => claimIn(tx, claim));
    // those that wait are not due any more, and there may be others behind them
    if (mails.length > 0 || held === 0) return mails;
  }
}

async function claimIn(tx: Transaction, { now, owner, limit, newMailboxes = null }: Claim) {
  // those of one instant in the order in which they were queued
  const order = [asc(outbox.nextAttemptAt), sql`rowid`];
  const due = (most: number, condition?: SQL) =>
    tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isPending, lte(outbox.nextAttemptAt, now), condition))
      .orderBy(...order)
      .limit(most);
  const expired = sql`(${outbox.emailType} = ${privacyMail} and not ${isPutOff}
      and ${outbox.createdAt} < ${now - linkMs('privacy')})`;
  const isGone = sql`(${isPointless()} or ${expired})`;
  // only among the first, because the queue may be long; later claims delete the others
  await tx.delete(outbox).where(and(inArray(outbox.id, due(limit)), isGone));
  const lease = (mails: string[]) =>
    tx
      .update(outbox)
      .set({
        leaseOwner: owner,
        nextAttemptAt: now + leaseMs,
        // its link is valid from now on, however long it was put off
        createdAt: sql`iif(${isPutOff} and ${outbox.emailType} = ${privacyMail}, ${now}, ${outbox.createdAt})`,
      })
      .where(inArray(outbox.id, mails))
      .returning();
  const looked = tx.select().from(outbox);
  const rows = await looked.where(inArray(outbox.id, due(lookAhead, not(isGone)))).orderBy(...order);
  const going = await withoutStopped(tx, rows, now);
  const first = { ids: going.slice(0, limit).map(({ id }) => id), held: 0 };
  const { ids, held } = newMailboxes ? await holdFirstMails(tx, going, newMailboxes, { now, limit }) : first;
  return { mails: ids.length > 0 ? await lease(ids) : [], held: held + rows.length - going.length };
}

/** The others fail: staff see them in the log, and may send them by hand. */
async function withoutStopped(tx: Transaction, due: OutboxMail[], now: number): Promise<OutboxMail[]> {
  const automatic = due.filter(({ emailType, byHand }) => automaticMails.includes(emailType) && !byHand);
  const stopped = await unreachableAmong(
    tx,
    automatic.map(({ recipientEmail }) => recipientEmail),
  );
  const ids = automatic.filter(({ recipientEmail }) => stopped.includes(recipientEmail)).map(({ id }) => id);
  if (ids.length === 0) return due;
  await tx
    .update(outbox)
    .set({
      status: 'failed',
      error: stoppedSentence,
      attemptedAt: now,
      leaseOwner: null,
      // what it is about says so too
      stopsAddress: true,
    })
    .where(inArray(outbox.id, ids));
  return due.filter(({ id }) => !ids.includes(id));
}

const privacyMail: EmailType = 'privacy_link';

export function nextDueAt(db: Database): Promise<number | null> {
  return earliest(db, outbox.nextAttemptAt);
}

/** To a new mailbox (`new-mailboxes.ts`), and not attempted since. */
const isPutOff = sql`(${outbox.attemptedAt} is null and ${outbox.leaseOwner} is null
  and ${outbox.nextAttemptAt} > ${outbox.createdAt})`;

/** Null if none is pending but those that were put off. */
export function oldestWaiting(db: Database): Promise<number | null> {
  return earliest(db, outbox.createdAt, not(isPutOff));
}

async function earliest(
  db: Database,
  instant: typeof outbox.nextAttemptAt | typeof outbox.createdAt,
  condition?: SQL,
): Promise<number | null> {
  const [row] = await db.read
    .select({ at: sql<number | null>`min(${instant})` })
    .from(outbox)
    .where(and(isPending, condition));
  return row?.at ?? null;
}

/** Each application stores when its reminders were queued, so each is queued once even by several instances. */
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { ReminderType } from '#domain/applications/staff';
import { allReminders, type EmailType, reminderCap, reminderMails } from '#domain/mails/kinds';
import type { MailStatus } from '#domain/mails/log';
import { plainNameOf } from '#domain/text/mailable';
import { dayMs } from '#domain/time';
import type { FieldCipher } from '../bank-data/cipher';
import type { Reader, Transaction } from '../client';
import { applications, contactData, remindable } from '../schema/applications';
import { offers } from '../schema/law';
import { outbox } from '../schema/mails';
import { isWithin, type Span } from '../statements';
import { type AddressHash, mailboxKey, recentByAddress } from './caps';
import { isCompletedFrom } from './log';
import { type About, deleteWaitingReminders } from './outbox';
import { unreachableAmong } from './recipients';
import { setStopped, stoppedAmong } from './stops';

export type ReminderRule = {
  type: ReminderType;
  untouchedSince: number;
  /** Applications last changed before this instant will be deleted soon and get no reminder; null: none will. */
  touchedSince: number | null;
  /** For the second reminder: the first was queued at this instant or before; null: there is no first one. */
  afterFirst: number | null;
};

const columns = { first: applications.firstReminderAt, second: applications.secondReminderAt } as const;

/** `hash`: null, addresses have no limit. */
type Batch = { now: number; limit: number; hash: AddressHash | null };
/** `claimed`: those whose reminder is now marked as queued, be it that it is not wanted. */
type Claimed = { claimed: number; queued: number };

/** The number of statements does not depend on `limit`, because a remote database gets each one over the network. */
export async function queueReminders(tx: Transaction, cipher: FieldCipher, rule: ReminderRule, batch: Batch) {
  const { now, limit } = batch;
  const found = await dueQuery(tx, rule, limit);
  const { stopped, queued } = await queueFor(tx, cipher, found, { ...batch, type: reminderMails[rule.type] });
  const stoppedOnes = found.filter(({ email }) => stopped.has(email));
  const due = found.filter(({ email }) => !stopped.has(email));
  if (stoppedOnes.length > 0) await setStopped(tx, idsOf(stoppedOnes), now);
  if (due.length > 0) await setQueuedAt(tx, idsOf(due), rule.type, now);
  return { claimed: found.length, queued };
}

/** `sent`: it has the mail already, or needs none. */
type Due = About & {
  email: string;
  network: string | null;
  sent: 0 | 1;
  person?: Parameters<typeof plainNameOf>[0];
};

/** Of those that are due, each gets a mail that wants one now. `stopped`: the addresses that get none any more. */
async function queueFor(
  tx: Transaction,
  cipher: FieldCipher,
  due: readonly Due[],
  { type, now, hash }: Omit<Batch, 'limit'> & { type: EmailType },
): Promise<{ stopped: Set<string>; queued: number }> {
  const addresses = due.map(({ email }) => email);
  const stopped = await stoppedAmong(tx, cipher, addresses);
  const unreachable = await unreachableAmong(tx, addresses);
  const wanted = due.filter(
    ({ email, sent }) => sent === 0 && !stopped.has(email) && !unreachable.includes(email),
  );
  const receivers = hash ? await withinCap(tx, hash, wanted, now) : wanted;
  const mails = receivers.map(({ applicationId, offerId, email, network, person }) => ({
    ...{ id: crypto.randomUUID(), emailType: type, applicationId, offerId, network },
    ...{ recipientEmail: email, recipientName: (person && plainNameOf(person)) ?? '' },
    ...{ createdAt: now, nextAttemptAt: now },
  }));
  if (mails.length > 0) await tx.insert(outbox).values(mails);
  return { stopped, queued: mails.length };
}

/** Those whose mailboxes may get another reminder. The others get none at all: a late one would help nobody. */
async function withinCap(tx: Transaction, hash: AddressHash, due: readonly Due[], now: number) {
  const since = now - reminderCap.days * dayMs;
  const addresses = due.map(({ email }) => email);
  const recent = await recentByAddress(tx, hash, { types: allReminders, addresses, since, now });
  const counts = new Map(Array.from(recent, ([key, mails]) => [key, mails.length]));
  return due.filter(({ email }) => {
    const key = mailboxKey(email);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count < reminderCap.mails;
  });
}

function idsOf(rows: readonly { applicationId: string }[]): string[] {
  return rows.map(({ applicationId }) => applicationId);
}

/** Those that have waited longest first. `sent`: staff have sent it, but the process died before `markReminded`. */
export function dueQuery(reader: Reader, rule: ReminderRule, limit: number) {
  const { applicationId, email, firstName, lastName } = contactData;
  const sent = sql<0 | 1>`${hasMail(rule, 'sent')}`;
  return reader
    .select({ applicationId, email, person: { firstName, lastName }, network: applications.network, sent })
    .from(applications)
    .innerJoin(contactData, eq(applicationId, applications.id))
    .where(isDue(rule))
    .orderBy(...(rule.afterFirst === null ? [] : [applications.firstReminderAt]), applications.updatedAt)
    .limit(limit);
}

/** It is no longer queued automatically, and queued ones are deleted. */
export async function markReminded(tx: Transaction, ids: readonly string[], type: ReminderType, now: number) {
  await setQueuedAt(tx, ids, type, now);
  await deleteWaitingReminders(tx, ids, [reminderMails[type]]);
}

/** Also if it is leaving now, or was tried after `asked`, when staff asked: then somebody else asked at the same time. */
export async function leftSince(
  tx: Transaction,
  applicationId: string,
  type: ReminderType,
  { since, asked, now }: Span & { asked: number },
): Promise<boolean> {
  const span = { since, now };
  const isLeaving = and(
    eq(outbox.status, 'pending'),
    or(isNotNull(outbox.leaseOwner), and(eq(outbox.byHand, true), isWithin(outbox.createdAt, span))),
  );
  const [mail] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.applicationId, applicationId),
        eq(outbox.emailType, reminderMails[type]),
        or(
          isLeaving,
          and(eq(outbox.status, 'sent'), isWithin(outbox.attemptedAt, span)),
          isWithin(outbox.attemptedAt, { since: asked, now }),
        ),
      ),
    )
    .limit(1);
  return mail !== undefined;
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

async function setQueuedAt(tx: Transaction, ids: readonly string[], type: ReminderType, now: number) {
  const value = type === 'first' ? { firstReminderAt: now } : { secondReminderAt: now };
  await tx
    .update(applications)
    .set(value)
    .where(and(inArray(applications.id, [...ids]), isNull(columns[type])));
}

type Ending = { now: number; endBefore: number };

export async function queueOfferReminders(
  tx: Transaction,
  cipher: FieldCipher,
  ending: Ending,
  { limit, hash }: Omit<Batch, 'now'>,
): Promise<Claimed> {
  const { now } = ending;
  const due = await endingQuery(tx, ending, limit);
  const { queued } = await queueFor(tx, cipher, due, { type: 'offer_reminder', now, hash });
  const ids = due.map(({ offerId }) => offerId);
  if (ids.length > 0) await tx.update(offers).set({ remindedAt: now }).where(inArray(offers.id, ids));
  return { claimed: due.length, queued };
}

export function endingQuery(reader: Reader, { now, endBefore }: Ending, limit: number) {
  const { id: offerId, email, expiresAt, createdAt, remindedAt, reminderConsent } = offers;
  // nothing more is to be said of it
  const sent = sql<0 | 1>`${isCompletedFrom(offerId)}`;
  const network = sql<string | null>`(select network from outbox mail
    where mail.offer_id = offers.id and mail.email_type = 'offer')`;
  return reader
    .select({ offerId, email, sent, network })
    .from(offers)
    .where(
      and(
        gte(expiresAt, now),
        lt(expiresAt, endBefore),
        isNull(remindedAt),
        eq(reminderConsent, true),
        // one that ends soon after it was sent
        lte(createdAt, now - dayMs),
      ),
    )
    .orderBy(asc(expiresAt))
    .limit(limit);
}

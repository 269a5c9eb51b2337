import { and, asc, count, eq, exists, inArray, lt, lte, not, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { linkMs } from '#domain/access-links';
import {
  allReminders,
  automaticMails,
  type EmailType,
  newMailboxes,
  stoppedSentence,
  visitorMails,
} from '#domain/mails/kinds';
import { notSentInTrial } from '#domain/site-state';
import { addressKey } from '#domain/text/addresses';
import { hourMs } from '#domain/time';
import type { Database, Transaction } from '../client';
import { statement } from '../driver/queries';
import { mailboxAsStored } from '../schema/applications';
import { mailContacts, outbox } from '../schema/mails';
import { readSiteState } from '../site-state';
import { isWithin, listed, sweep } from '../statements';
import { type AddressHash, mailboxKey, storedIn } from './caps';
import { isPointless } from './log';
import { isPending, leaseMs, type OutboxMail } from './outbox';
import { insideMailboxes, unreachableAmong } from './recipients';

/** `newMailboxes`: how first mails are limited; null: they are not. */
type Claim = {
  now: number;
  owner: string;
  limit: number;
  newMailboxes?: NewMailboxRule | null;
  /** Of a site in trial: the address inside, beside those of staff; all other mails fail. */
  trialTo?: string | null;
  /** Of a site that is paused: reminders that staff do not send wait. */
  isPaused?: boolean;
};

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

async function claimIn(tx: Transaction, claim: Claim) {
  const { now, owner, limit, newMailboxes = null, trialTo = null } = claim;
  const due = { now, isPaused: Number(claim.isPaused ?? false), expired: now - linkMs('privacy') };
  const looked = await dueMails(tx, due);
  const gone = looked.flatMap(({ id, isGone }) => (isGone ? id : []));
  if (gone.length > 0) await tx.delete(outbox).where(inArray(outbox.id, gone));
  const rows = looked.filter(({ isGone }) => !isGone);
  const inside = trialTo === null ? rows : await withoutOutside(tx, rows, now, trialTo);
  const going = await withoutStopped(tx, inside, now);
  const first = { ids: going.slice(0, limit).map(({ id }) => id), held: 0 };
  const { ids, held } = newMailboxes ? await holdFirstMails(tx, going, newMailboxes, { now, limit }) : first;
  const leased = { ids: JSON.stringify(ids), owner, now, until: now + leaseMs };
  return { mails: ids.length > 0 ? await lease(tx, leased) : [], held: held + looked.length - going.length };
}

const privacyMail: EmailType = 'privacy_link';
/** To a new mailbox (`NewMailboxRule`), and not attempted since. */
const isPutOff = sql`(${outbox.attemptedAt} is null and ${outbox.leaseOwner} is null
  and ${outbox.nextAttemptAt} > ${outbox.createdAt})`;

const value = (name: string) => sql`${sql.placeholder(name)}`;
const isGone = sql<number>`(${isPointless()} or (${outbox.emailType} = ${privacyMail} and not ${isPutOff}
  and ${outbox.createdAt} < ${value('expired')}))`;

const dueMails = statement((on) => {
  const { id, emailType, recipientEmail, network, byHand, nextAttemptAt } = outbox;
  const waits = sql`(${value('isPaused')} and ${emailType} in ${allReminders} and ${byHand} = 0)`;
  return (
    on
      .select({ id, emailType, recipientEmail, network, byHand, isGone })
      .from(outbox)
      .where(and(isPending, lte(nextAttemptAt, value('now')), not(waits)))
      // those of one instant in the order in which they were queued
      .orderBy(asc(nextAttemptAt), sql`rowid`)
      .limit(lookAhead)
  );
});
const lease = statement((on) =>
  on
    .update(outbox)
    .set({
      leaseOwner: value('owner'),
      nextAttemptAt: value('until'),
      // its link is valid from now on, however long it was put off
      createdAt: sql`iif(${isPutOff} and ${outbox.emailType} = ${privacyMail}, ${value('now')}, ${outbox.createdAt})`,
    })
    .where(inArray(outbox.id, listed('ids')))
    .returning(),
);

/** The others fail: staff see them in the log, and may send them by hand. */
async function withoutStopped(tx: Transaction, due: Due[], now: number): Promise<Due[]> {
  const automatic = due.filter(({ emailType, byHand }) => automaticMails.includes(emailType) && !byHand);
  const stopped = await unreachableAmong(
    tx,
    automatic.map(({ recipientEmail }) => recipientEmail),
  );
  const out = automatic.filter(({ recipientEmail }) => stopped.includes(recipientEmail));
  // what it is about says so too
  return await without(tx, due, out, { error: stoppedSentence, attemptedAt: now, stopsAddress: true });
}

/** By the state that is stored: a mail of the site in trial must not leave once it is live, nor one of that fail. */
async function withoutOutside(tx: Transaction, due: Due[], now: number, trialTo: string) {
  if ((await readSiteState(tx)).state !== 'trial') return due;
  const inside = await insideMailboxes(tx, trialTo);
  const out = due.filter(({ recipientEmail }) => !inside.has(addressKey(recipientEmail)));
  return await without(tx, due, out, { error: notSentInTrial, attemptedAt: now });
}

async function without(
  tx: Transaction,
  due: Due[],
  out: readonly Due[],
  why: Partial<typeof outbox.$inferInsert>,
): Promise<Due[]> {
  const ids = out.map(({ id }) => id);
  if (ids.length === 0) return due;
  await tx
    .update(outbox)
    .set({ status: 'failed', leaseOwner: null, ...why })
    .where(inArray(outbox.id, ids));
  return due.filter(({ id }) => !ids.includes(id));
}

export function nextDueAt(db: Database): Promise<number | null> {
  return earliest(db, outbox.nextAttemptAt);
}

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

/**
 * How many new mailboxes get a mail in an hour, over all flows: who types strangers' addresses into our forms must
 * not use up the good name of our domain. Beyond it such mails wait for an hour.
 */
export type NewMailboxRule = {
  hash: AddressHash;
  /** From so many in an hour on, only a few of each network are reached, and from four times as many on none. */
  total: number;
  /** Called in the transaction of a claim that reaches new mailboxes beyond a total, with their number in this hour. */
  onTotal: (tx: Transaction, reached: number) => Promise<void>;
};

type Due = Pick<OutboxMail, 'id' | 'emailType' | 'recipientEmail' | 'network' | 'byHand'>;

/** What a customer has to have, and nobody causes in large numbers. */
const owed: readonly EmailType[] = ['withdrawal_receipt', 'completion'];

/** At most `limit` of the due mails that may leave at `now`. Others to new mailboxes wait for an hour; `held`: how many. */
async function holdFirstMails(
  tx: Transaction,
  due: readonly Due[],
  { hash, total, onTotal }: NewMailboxRule,
  { now, limit }: { now: number; limit: number },
): Promise<{ ids: string[]; held: number }> {
  const isNew = await newAmong(tx, due, hash);
  if (!due.some(isNew)) return { ids: due.slice(0, limit).map(({ id }) => id), held: 0 };
  const hour = await countHour(tx, now);
  const [going, held]: [string[], string[]] = [[], []];
  const reached = new Map<string, string | null>();
  for (const mail of due) {
    if (going.length === limit) break;
    const key = mailboxKey(mail.recipientEmail);
    const isFirst = isNew(mail) && !reached.has(key);
    if (isFirst && hour.isFullFor(mail, total)) {
      held.push(mail.id);
      continue;
    }
    if (isFirst) {
      hour.add(mail.network);
      reached.set(key, mail.network);
    }
    going.push(mail.id);
  }
  const contacts = Array.from(reached, ([key, network]) => ({ mailboxHash: hash(key), at: now, network }));
  if (contacts.length > 0) {
    await tx.insert(mailContacts).values(contacts);
    if (hour.all() >= total) await onTotal(tx, hour.all());
  }
  // the lease of an instance that died ends too: else they would stay due, and be claimed without end
  const later = { nextAttemptAt: now + hourMs, leaseOwner: null };
  if (held.length > 0) await tx.update(outbox).set(later).where(inArray(outbox.id, held));
  return { ids: going, held: held.length };
}

async function newAmong(tx: Transaction, due: readonly Due[], hash: AddressHash) {
  const caused = due.filter(({ emailType, byHand }) => visitorMails.includes(emailType) && !byHand);
  const unknown = new Map(caused.map(({ recipientEmail }) => [mailboxKey(recipientEmail), recipientEmail]));
  if (unknown.size > 0) {
    const hashes = new Map(Array.from(unknown.keys(), (key) => [hash(key), key]));
    const contacts = await knownContacts(tx, { hashes: JSON.stringify([...hashes.keys()]) });
    for (const { mailboxHash } of contacts) unknown.delete(hashes.get(mailboxHash) ?? '');
  }
  if (unknown.size > 0) {
    // staff have written to them, or somebody before this was counted
    for (const { email } of await sentMails(tx, storedIn([...unknown.values()])))
      unknown.delete(mailboxKey(email));
  }
  const asked = new Set(caused.map(({ id }) => id));
  return ({ id, recipientEmail }: Due) => asked.has(id) && unknown.has(mailboxKey(recipientEmail));
}

const knownContacts = statement((on) => {
  const { mailboxHash } = mailContacts;
  return on
    .select({ mailboxHash })
    .from(mailContacts)
    .where(inArray(mailboxHash, listed('hashes')));
});

/** Of `storedIn`: spellings of the addresses that got a mail, and others. One of each, because staff get many. */
export const sentMails = statement((on) => {
  const mailbox = sql<string>`mailbox.value`;
  const sent = eq(outbox.status, 'sent');
  const toIt = on
    .select({ found: sql`1` })
    .from(outbox)
    .where(and(eq(mailboxAsStored(outbox.recipientEmail), mailbox), sent));
  return unionAll(
    on
      .select({ email: mailbox })
      .from(sql`json_each(${sql.placeholder('sure')}) as mailbox`)
      .where(exists(toIt)),
    on
      .select({ email: sql<string>`${outbox.recipientEmail}` })
      .from(outbox)
      .where(and(inArray(mailboxAsStored(outbox.recipientEmail), listed('unsure')), sent)),
  );
});

/** The new mailboxes of the last hour, by the network that caused the mail. */
export const contactsWithin = statement((on) =>
  on
    .select({ network: mailContacts.network, reached: count() })
    .from(mailContacts)
    .where(isWithin(mailContacts.at))
    .groupBy(mailContacts.network),
);

async function countHour(tx: Transaction, now: number) {
  const hour = await contactsWithin(tx, { since: now - hourMs, now });
  const byNetwork = new Map(hour.map(({ network, reached }) => [network, reached]));
  const of = (network: string | null) => byNetwork.get(network) ?? 0;
  const all = () => [...byNetwork.values()].reduce((sum, reached) => sum + reached, 0);
  return {
    all,
    add: (network: string | null) => byNetwork.set(network, of(network) + 1),
    isFullFor({ network, emailType }: Due, total: number): boolean {
      // staff and jobs have no network
      const own = network === null ? 0 : of(network);
      if (own >= newMailboxes.ofNetwork) return true;
      if (owed.includes(emailType)) return false;
      return all() >= (own >= newMailboxes.ofNetworkAtTotal ? total : newMailboxes.totals * total);
    },
  };
}

export async function forgetContacts(db: Database, before: number): Promise<number> {
  return (await sweep(db, mailContacts, lt(mailContacts.at, before))).length;
}

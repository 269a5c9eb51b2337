/**
 * How many new mailboxes get a mail in an hour, over all flows: who types strangers' addresses into our forms must
 * not use up the good name of our domain. Beyond it such mails wait for an hour.
 */

import { and, count, eq, exists, inArray, lt, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { type EmailType, newMailboxes, visitorMails } from '#domain/mails/kinds';
import { hourMs } from '#domain/time';
import type { Database, Reader, Transaction } from '../client';
import { mailboxAsStored } from '../schema/applications';
import { mailContacts, outbox } from '../schema/mails';
import { isWithin, sweep } from '../spans';
import { type AddressHash, mailboxKey, storedMailboxes } from './caps';
import type { OutboxMail } from './outbox';

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
export async function holdFirstMails(
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
    const contacts = await tx
      .select({ mailboxHash: mailContacts.mailboxHash })
      .from(mailContacts)
      .where(inArray(mailContacts.mailboxHash, [...hashes.keys()]));
    for (const { mailboxHash } of contacts) unknown.delete(hashes.get(mailboxHash) ?? '');
  }
  if (unknown.size > 0) {
    // staff have written to them, or somebody before this was counted
    for (const { email } of await sentQuery(tx, [...unknown.values()])) unknown.delete(mailboxKey(email));
  }
  const asked = new Set(caused.map(({ id }) => id));
  return ({ id, recipientEmail }: Due) => asked.has(id) && unknown.has(mailboxKey(recipientEmail));
}

/** Spellings of these addresses that got a mail, and others. One mail of each, because those to staff are many. */
export function sentQuery(tx: Pick<Reader, 'select'>, addresses: readonly string[]) {
  const stored = addresses.map(storedMailboxes);
  const mailbox = sql<string>`mailbox.value`;
  const sent = eq(outbox.status, 'sent');
  const toIt = tx
    .select({ found: sql`1` })
    .from(outbox)
    .where(and(eq(mailboxAsStored(outbox.recipientEmail), mailbox), sent));
  return unionAll(
    tx
      .select({ email: mailbox })
      .from(sql`json_each(${JSON.stringify(stored.flatMap(({ sure }) => sure))}) as mailbox`)
      .where(exists(toIt)),
    tx
      .select({ email: sql<string>`${outbox.recipientEmail}` })
      .from(outbox)
      .where(
        and(
          inArray(
            mailboxAsStored(outbox.recipientEmail),
            stored.map(({ unsure }) => unsure),
          ),
          sent,
        ),
      ),
  );
}

/** The new mailboxes of the last hour, by the network that caused the mail. */
export function hourQuery(tx: Pick<Reader, 'select'>, now: number) {
  return tx
    .select({ network: mailContacts.network, reached: count() })
    .from(mailContacts)
    .where(isWithin(mailContacts.at, { since: now - hourMs, now }))
    .groupBy(mailContacts.network);
}

async function countHour(tx: Transaction, now: number) {
  const byNetwork = new Map((await hourQuery(tx, now)).map(({ network, reached }) => [network, reached]));
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

/**
 * How many new mailboxes get a mail in an hour, over all flows: who types strangers' addresses into our forms must
 * not use up the good name of our domain. Beyond it such mails wait for their turn.
 */

import { and, asc, eq, exists, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { type EmailType, firstContactsOfNetwork, turnSentence, visitorMails } from '#domain/mails/kinds';
import { hourMs } from '#domain/time';
import type { Database, Reader, Transaction } from '../client';
import { mailboxAsStored } from '../schema/applications';
import { mailContacts, outbox } from '../schema/mails';
import { isWithin } from '../spans';
import { type AddressHash, mailboxKey, storedMailboxes } from './caps';

export type Turns = {
  hash: AddressHash;
  /** How many new mailboxes the whole product reaches in an hour. */
  total: number;
  /** Called in the transaction in which mails begin to wait, with the number of mailboxes that used up the hour. */
  onFull: (tx: Transaction, reached: number) => Promise<void>;
  /** Words a mail that begins to wait, because the mail log shows it from then on. */
  subjectOf: (tx: Transaction, mail: OutboxMail) => Promise<string | null>;
};

type OutboxMail = typeof outbox.$inferSelect;
type Due = Pick<OutboxMail, 'id' | 'emailType' | 'recipientEmail' | 'network' | 'byHand'>;

/** What a customer has to have, and nobody else asks for, comes before all other waiting mails. */
const leading: EmailType[] = ['withdrawal_receipt', 'completion'];

/** Those of the due mails that may leave at `now`. The others wait until there is room again; `held` is their number. */
export async function takeTurns(
  tx: Transaction,
  due: readonly OutboxMail[],
  { hash, total, onFull, subjectOf }: Turns,
  { now, limit }: { now: number; limit: number },
): Promise<{ ids: string[]; held: number }> {
  const isNew = await newAmong(tx, due, hash);
  if (!due.some(isNew)) return { ids: idsOf(due.slice(0, limit)), held: 0 };
  const hour = await readHour(tx, total, now);
  const going: Due[] = [];
  const held: OutboxMail[] = [];
  const reached = new Map<string, string | null>();
  for (const mail of due) {
    if (going.length === limit) break;
    const key = mailboxKey(mail.recipientEmail);
    const first = isNew(mail) && !reached.has(key);
    if (first && hour.roomAt(mail.network) > now) {
      held.push(mail);
      continue;
    }
    if (first) {
      hour.add(mail.network);
      reached.set(key, mail.network);
    }
    going.push(mail);
  }
  const contacts = Array.from(reached, ([key, network]) => ({ mailboxHash: hash(key), at: now, network }));
  if (contacts.length > 0) await tx.insert(mailContacts).values(contacts);
  if (held.length > 0) {
    await letWait(tx, held, hour, now);
    for (const mail of held) await word(tx, mail, subjectOf);
    await onFull(tx, hour.isFull ? total : firstContactsOfNetwork);
  }
  return { ids: idsOf(going), held: held.length };
}

function idsOf(mails: readonly Due[]): string[] {
  return mails.map(({ id }) => id);
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
  const asked = new Set(idsOf(caused));
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

type Hour = Awaited<ReturnType<typeof readHour>>;

async function readHour(tx: Transaction, total: number, now: number) {
  const rows = await tx
    .select({ at: mailContacts.at, network: mailContacts.network })
    .from(mailContacts)
    .where(isWithin(mailContacts.at, { since: now - hourMs, now }))
    .orderBy(asc(mailContacts.at));
  const all = rows.map(({ at }) => at);
  const byNetwork = new Map<string, number[]>();
  const note = (network: string | null, at: number) => {
    if (network !== null) byNetwork.set(network, [...(byNetwork.get(network) ?? []), at]);
  };
  for (const { network, at } of rows) note(network, at);
  return {
    add(network: string | null) {
      all.push(now);
      note(network, now);
    },
    get isFull() {
      return openingOf(all, total) > now;
    },
    roomAt(network: string | null): number {
      const ofNetwork = byNetwork.get(network ?? '') ?? [];
      return Math.max(openingOf(all, total), openingOf(ofNetwork, firstContactsOfNetwork));
    },
  };
}

function openingOf(instants: readonly number[], limit: number): number {
  return (instants.at(-limit) ?? Number.NEGATIVE_INFINITY) + hourMs;
}

/** And all others that wait for the same room. They keep their order, but `leading` ones come first. */
async function letWait(tx: Transaction, held: readonly Due[], hour: Hour, now: number): Promise<void> {
  await tx
    .update(outbox)
    .set({
      error: turnSentence,
      attemptedAt: sql`coalesce(${outbox.attemptedAt}, ${now})`,
      // of an instance that died: else they would stay due, and be claimed without end
      leaseOwner: null,
    })
    .where(inArray(outbox.id, idsOf(held)));
  const networks = hour.isFull ? [null] : new Set(held.map(({ network }) => network));
  for (const network of networks) {
    await tx
      .update(outbox)
      .set({ nextAttemptAt: sql`${hour.roomAt(network)} + (${outbox.emailType} not in ${leading})` })
      .where(
        and(
          isWaitingForTurn,
          isNull(outbox.leaseOwner),
          lte(outbox.nextAttemptAt, now),
          network === null ? undefined : eq(outbox.network, network),
        ),
      );
  }
}

async function word(tx: Transaction, mail: OutboxMail, subjectOf: Turns['subjectOf']): Promise<void> {
  if (mail.subject !== null) return;
  // one that cannot be worded must not hold up all others: its attempt will say why
  const subject = await subjectOf(tx, mail).catch(() => null);
  if (subject !== null) await tx.update(outbox).set({ subject }).where(eq(outbox.id, mail.id));
}

export const isWaitingForTurn: SQL = sql`(${outbox.status} = 'pending' and ${outbox.error} is ${turnSentence})`;

export async function forgetContacts(db: Database, before: number): Promise<number> {
  const old = lt(mailContacts.at, before);
  // an idle instance takes no lock
  const [one] = await db.read.select({ at: mailContacts.at }).from(mailContacts).where(old).limit(1);
  if (!one) return 0;
  const forgotten = await db.write((tx) =>
    tx.delete(mailContacts).where(old).returning({ at: mailContacts.at }),
  );
  return forgotten.length;
}

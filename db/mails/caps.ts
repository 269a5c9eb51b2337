/** How many mails one mailbox gets: public forms must not fill a stranger's. Those of deleted applications still count. */

import { domainToUnicode } from 'node:url';
import { and, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, unionAll } from 'drizzle-orm/sqlite-core';
import {
  allReminders,
  type EmailType,
  emailTypes,
  type MailCap,
  mailCaps,
  mailKinds,
  mostMailsADay,
  reminderCap,
} from '#domain/mails/kinds';
import { addressKey, partsOf } from '#domain/text/addresses';
import { dayMs } from '#domain/time';
import type { Database, Transaction } from '../client';
import { statement } from '../driver/queries';
import { mailboxAsStored } from '../schema/applications';
import { deletedMails, outbox } from '../schema/mails';
import { isWithin, listed, type Span, sweep } from '../statements';

/** What stands for a mailbox in tables that contain no address in clear. Its argument is a `mailboxKey`. */
export type AddressHash = (key: string) => string;

type Planned = { emailType: EmailType; recipientEmail: string; followUp?: boolean; now: number };
type Sent = { emailType: EmailType; followUp: boolean };

const longestMs = reminderCap.days * dayMs;

const capped = emailTypes.filter((type) => mailKinds[type].cap !== null);
const counted = [...capped, ...allReminders];

/** In 24 hours. What others cause keeps back neither the first copy of an application nor a receipt: customers need them. */
export async function isAtCap(
  tx: Transaction,
  hash: AddressHash,
  { emailType, recipientEmail, followUp = false, now }: Planned,
): Promise<boolean> {
  const group = groupOf({ emailType, followUp });
  if (group === null) return false;
  const recent = await recentByAddress(tx, hash, {
    types: capped,
    addresses: [recipientEmail],
    since: now - dayMs,
    now,
  });
  const mails = recent.get(mailboxKey(recipientEmail)) ?? [];
  if (emailType === 'completion' && !mails.some((mail) => mail.emailType === emailType)) return false;
  const ofGroup = mails.filter((mail) => groupOf(mail) === group).length;
  if (ofGroup >= mailCaps[group]) return true;
  const others = mails.filter((mail) => groupOf(mail) !== 'withdrawalReceipts').length;
  return group !== 'withdrawalReceipts' && others >= mostMailsADay;
}

function groupOf({ emailType, followUp }: Sent): MailCap | null {
  const { cap } = mailKinds[emailType];
  return cap !== null && followUp ? 'followUps' : cap;
}

type Question = Span & { types: readonly EmailType[]; addresses: readonly string[] };

export async function recentByAddress(
  tx: Transaction,
  hash: AddressHash,
  question: Question,
): Promise<Map<string, Sent[]>> {
  const keys = question.addresses.map(mailboxKey);
  const mails = new Map<string, Sent[]>(keys.map((key) => [key, []]));
  if (mails.size === 0) return mails;
  const hashes = new Map(keys.map((key) => [hash(key), key]));
  const { types, addresses, since, now } = question;
  const [among, json] = [[...hashes.keys()], types].map((list) => JSON.stringify(list));
  const asked = { ...storedIn(addresses), hashes: among, types: json, since, now };
  for (const { recipient, ...mail } of await recentMails(tx, asked))
    mails.get(hashes.get(recipient) ?? mailboxKey(recipient))?.push(mail);
  return mails;
}

/** To what may be the same mailboxes, for SQLite can normalise no international domain; deleted ones by their hashes. */
export const recentMails = statement((on) => {
  const told = ({ emailType, followUp }: typeof outbox | typeof deletedMails) => ({ emailType, followUp });
  const isRecent = ({ createdAt, emailType }: typeof outbox | typeof deletedMails) =>
    and(isWithin(createdAt), inArray(emailType, listed('types')));
  const { recipientEmail } = outbox;
  const stored = on
    .select({ recipient: recipientEmail, ...told(outbox) })
    .from(outbox)
    .where(and(isAtMailboxes(recipientEmail), isRecent(outbox), isCounted));
  const { addressHash } = deletedMails;
  const deleted = on
    .select({ recipient: addressHash, ...told(deletedMails) })
    .from(deletedMails)
    .where(and(inArray(addressHash, listed('hashes')), isRecent(deletedMails)));
  return unionAll(stored, deleted);
});

/** The other parts of a mail are no further mails, and what staff send is outside of the caps, but not their reminders. */
const isCounted = sql`(coalesce(json_extract(${outbox.part}, '$.number'), 1) = 1
  and (${outbox.byHand} = 0 or ${outbox.emailType} in ${allReminders}))`;

/** Of applications or offers that are about to be deleted. */
export async function rememberMails(
  tx: Transaction,
  hash: AddressHash,
  ids: readonly string[],
  now: number,
  about: 'applicationId' | 'offerId' = 'applicationId',
): Promise<void> {
  const { recipientEmail: recipient, emailType, followUp, createdAt } = outbox;
  const mails = await tx
    .select({ recipient, emailType, followUp, createdAt })
    .from(outbox)
    .where(
      and(
        inArray(outbox[about], [...ids]),
        inArray(emailType, counted),
        gt(createdAt, now - longestMs),
        isCounted,
      ),
    );
  const rows = mails.map(({ recipient, ...mail }) => ({ ...mail, addressHash: hash(mailboxKey(recipient)) }));
  if (rows.length > 0) await tx.insert(deletedMails).values(rows);
}

export async function forgetDeletedMails(db: Database, now: number): Promise<number> {
  return (await sweep(db, deletedMails, lte(deletedMails.createdAt, now - longestMs))).length;
}

/** Without `+` and what follows, and at Gmail without dots. Only to count and to hint: elsewhere these are different people. */
export function mailboxKey(address: string): string {
  const [local = '', domain = ''] = addressKey(address).split('@');
  const [mailbox = ''] = local.split('+', 1);
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${mailbox}@${domain}`;
  return `${mailbox.replaceAll('.', '')}@gmail.com`;
}

/**
 * Condition: the address in this column may lead to the mailbox of one of these, by the index of `mailboxAsStored`. Left
 * out: in a statement, which binds `storedIn`.
 */
export function isAtMailboxes(email: AnySQLiteColumn, addresses?: readonly string[]): SQL {
  const stored = addresses?.map(storedMailboxes).flatMap(({ sure, unsure }) => [...sure, unsure]);
  return sql`${mailboxAsStored(email)} in ${stored ? [...new Set(stored)] : listed('mailboxes')}`;
}

/** All spellings of these, to be bound. */
export function storedIn(addresses: readonly string[]) {
  const stored = addresses.map(storedMailboxes);
  const lists = { sure: stored.flatMap(({ sure }) => sure), unsure: stored.map(({ unsure }) => unsure) };
  const [sure, unsure] = [lists.sure, lists.unsure].map((list) => JSON.stringify(list));
  return { sure, unsure, mailboxes: JSON.stringify([...lists.sure, ...lists.unsure]) };
}

/** What `mailboxAsStored` is for all spellings of an address: `sure` for no other mailbox, `unsure` for others too. */
export function storedMailboxes(address: string): { sure: string[]; unsure: string } {
  const key = mailboxKey(address);
  const { local, domain } = partsOf(key);
  const unicode = `${local}@${domainToUnicode(domain) || domain}`;
  return { sure: [...new Set([key, unicode])], unsure: `${local.replaceAll('.', '')}@` };
}

/** The limit that keeps public forms from filling a stranger's mailbox. */
import { domainToASCII } from 'node:url';
import { and, gt, inArray, or, sql } from 'drizzle-orm';
import { emailTypes, mailKinds } from '#domain/mails';
import type { Transaction } from '../client';
import { outbox } from '../schema';
import type { NewMail } from './outbox';

const cappedTypes = emailTypes.filter((type) => mailKinds[type].capped);
const most = 3;
const windowMs = 24 * 3_600_000;

/** True when no more capped mails may go to the recipient: three were queued within the 24 hours before `now`. */
export async function isAtCap(tx: Transaction, { recipientEmail, now }: NewMail): Promise<boolean> {
  return (await recentMails(tx, recipientEmail, now)) >= most;
}

/** How many capped mails an address, however it is written, was sent or is to be sent in the 24 hours before `now`. */
export async function recentMails(tx: Transaction, address: string, now: number): Promise<number> {
  const rows = await recentQuery(tx, address, now);
  const key = addressKey(address);
  return rows.filter(({ recipient }) => addressKey(recipient) === key).length;
}

/** Mails of the last 24 hours to the same local part. Domains are compared in JavaScript: SQLite cannot normalise them. */
export function recentQuery(tx: Transaction, address: string, now: number) {
  const since = now - windowMs;
  const localPart = partsOf(address).local;
  return tx
    .select({ recipient: outbox.recipientEmail })
    .from(outbox)
    .where(
      and(
        // each mail of that time waits or was tried since: both sides have an index, `created_at` has none
        or(
          and(sql`${outbox.status} = 'pending'`, gt(outbox.nextAttemptAt, since)),
          gt(outbox.attemptedAt, since),
        ),
        gt(outbox.createdAt, since),
        inArray(outbox.emailType, cappedTypes),
        sql`lower(substr(${outbox.recipientEmail}, 1, ${localPart.length + 1})) = ${`${localPart}@`}`,
      ),
    );
}

/** The mailbox behind an address: capitals and the two ways to write an umlaut domain make no second one. */
function addressKey(address: string): string {
  const { local, domain } = partsOf(address);
  return `${local}@${domainToASCII(domain) || domain}`;
}

function partsOf(address: string) {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return { local, domain };
}

/** The limit of mails to one address: public forms must not fill a stranger's mailbox. */
import { domainToASCII } from 'node:url';
import { and, gt, inArray, or, sql } from 'drizzle-orm';
import { emailTypes, mailKinds } from '#domain/mails';
import type { Transaction } from '../client';
import { outbox } from '../schema';
import type { NewMail } from './outbox';

const cappedTypes = emailTypes.filter((type) => mailKinds[type].capped);
const limit = 3;
const windowMs = 24 * 3_600_000;

/** True if three capped mails to the recipient were queued in the 24 hours before `now`. */
export async function isAtCap(tx: Transaction, { recipientEmail, now }: NewMail): Promise<boolean> {
  return (await recentMails(tx, recipientEmail, now)) >= limit;
}

/** Number of capped mails to this mailbox, in any spelling, that were queued in the 24 hours before `now`. */
export async function recentMails(tx: Transaction, address: string, now: number): Promise<number> {
  const rows = await recentQuery(tx, address, now);
  const key = addressKey(address);
  return rows.filter(({ recipient }) => addressKey(recipient) === key).length;
}

/** Mails of the last 24 hours to the same local part. SQLite cannot normalise domains, so JavaScript compares them. */
export function recentQuery(tx: Transaction, address: string, now: number) {
  const since = now - windowMs;
  const localPart = partsOf(address).local;
  return tx
    .select({ recipient: outbox.recipientEmail })
    .from(outbox)
    .where(
      and(
        // true for each such mail, and both sides have an index, which `created_at` has not
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

/** The same key for all spellings of an address: capitals, and a domain with umlauts or in Punycode. */
function addressKey(address: string): string {
  const { local, domain } = partsOf(address);
  return `${local}@${domainToASCII(domain) || domain}`;
}

function partsOf(address: string) {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return { local, domain };
}

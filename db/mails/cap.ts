/** The limit that keeps public forms from filling a stranger's mailbox (contract 5). */
import { domainToASCII } from 'node:url';
import { and, gt, inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '../client';
import { outbox } from '../schema';
import { type NewMail, queueMail } from './outbox';

/** Mails that anyone can cause by typing an address into a public form. */
const cappedTypes = ['completion', 'callback_confirmation'] as const;
const most = 3;
const windowMs = 24 * 3_600_000;

/**
 * Queues a mail that a public form sends to its visitor, inside the caller's transaction; false, and nothing
 * queued, when the address was sent three such mails within the last 24 hours. Reminders and mails to staff do not
 * count. `capped: false` switches the limit off.
 */
export async function queueVisitorMail(
  tx: Transaction,
  mail: NewMail & { emailType: (typeof cappedTypes)[number] },
  { capped }: { capped: boolean },
): Promise<boolean> {
  if (capped && (await recentMails(tx, mail.recipientEmail, mail.now)) >= most) return false;
  await queueMail(tx, mail);
  return true;
}

/** How many capped mails an address, however it is written, was sent or is to be sent in the 24 hours before `now`. */
export async function recentMails(tx: Transaction, address: string, now: number): Promise<number> {
  const rows = await recentQuery(tx, address, now);
  const key = addressKey(address);
  return rows.filter(({ recipient }) => addressKey(recipient) === key).length;
}

/** Mails of the last 24 hours to the same local part; whether the domains are one, JavaScript knows better. */
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
        inArray(outbox.emailType, [...cappedTypes]),
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

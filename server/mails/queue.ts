import { findAddress } from '#db/applications/find';
import type { Transaction } from '#db/client';
import { isAtCap } from '#db/mails/caps';
import { type About, type OutboxMail, queueMail, wasTold } from '#db/mails/outbox';
import { type Recipient, resumeMails, visitorOf } from '#db/mails/recipients';
import { emailTypes, type MailCause, mailKinds, sentByStaff } from '#domain/mails/kinds';
import { isSameAddress } from '#domain/text/addresses';
import { hourMs } from '#domain/time';
import type { Context } from '../context';
import { addressHash } from '../keyed-hash';

/** Staff are told of answers to the same thing once in it: who answers may answer any number of times. */
const replyPauseMs = hourMs;

export type QueueNeeds = Pick<Context, 'now' | 'operator'> & {
  config: Pick<Context['config'], 'rateLimit' | 'jwtSecret'>;
};

export type Way = {
  /** `networkHash` of the client that typed the address; left out: the one behind the application. */
  network?: string;
  /** Left out: the address of the operator, or that of the visitor whom it is about. */
  to?: readonly Recipient[];
  /** Staff ask for it, so it has no limit. `now`: they deliver it themselves, so it is leased from the start. */
  byHand?: 'now' | 'queued';
};

/**
 * Queues the mails that an event causes, in the transaction of the event, and returns them; call `wakeMail` after the
 * commit. A mail is left out when its mailbox has reached its limit (docs/product.md, "Mail cap").
 */
export async function queueMails(
  context: QueueNeeds,
  tx: Transaction,
  cause: MailCause,
  about: About,
  { network, to, byHand }: Way = {},
): Promise<OutboxMail[]> {
  const { config, operator, now } = context;
  const queued: OutboxMail[] = [];
  for (const emailType of emailTypes.filter((type) => mailKinds[type].cause === cause)) {
    const kind = mailKinds[emailType];
    const staff: Recipient = { name: '', address: operator.mail.internalTo };
    const lately = { since: now() - replyPauseMs, now: now() };
    if (emailType === 'case_reply' && (await wasTold(tx, about, lately))) continue;
    const found = to ?? [kind.to === 'staff' ? staff : await visitorOf(tx, cause, about)];
    for (const { name, address, prefilledFrom } of found.filter((one) => one !== null)) {
      // few applications are begun from another one, so only they cost another statement
      const earlier = kind.cap && prefilledFrom ? await findAddress(tx, 'contact-data', prefilledFrom) : null;
      const followUp = earlier !== null && isSameAddress(earlier, address);
      const mail = {
        ...about,
        recipientName: name,
        recipientEmail: address,
        emailType,
        followUp,
        byHand: byHand !== undefined,
        network,
        now: now(),
      };
      if (config.rateLimit && !byHand && (await isAtCap(tx, addressHash(config), mail))) continue;
      if (byHand || sentByStaff.includes(emailType)) await resumeMails(tx, address);
      queued.push(await queueMail(tx, mail, byHand === 'now' ? crypto.randomUUID() : null));
    }
  }
  return queued;
}

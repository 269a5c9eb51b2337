import type { Transaction } from '#db/client';
import { isAtCap } from '#db/mails/caps';
import { type About, type OutboxMail, queueMail, wasTold } from '#db/mails/outbox';
import {
  callerOf,
  contactBesides,
  contactOf,
  declarerOf,
  invitedTo,
  isContactOf,
  offeredTo,
  policyholderOf,
  type Recipient,
  resumeMails,
  soleOf,
} from '#db/mails/recipients';
import { emailTypes, type MailCause, mailKinds, sentByStaff } from '#domain/mails/kinds';
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
    const found = kind.to === 'staff' ? staff : await visitors[cause]?.(tx, about);
    for (const { name, address, prefilledFrom } of to ?? (found ? [found] : [])) {
      // few applications are begun from another one, so only they cost another statement
      const followUp = kind.cap && prefilledFrom ? await isContactOf(tx, prefilledFrom, address) : false;
      const recipient = { recipientName: name, recipientEmail: address };
      const mail = {
        ...about,
        ...recipient,
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

type Find = (tx: Transaction, about: About) => Promise<Recipient | null>;

const applicant: Find = (tx, { applicationId }) => contactOf(tx, applicationId ?? '');
const nameless: Find = async (tx, about) => {
  const found = await applicant(tx, about);
  return found && { name: '', address: found.address };
};

/** To whom the mail to the visitor goes. Whoever asks for a privacy link says so. */
const visitors: Partial<Record<MailCause, Find>> = {
  application_completed: applicant,
  confirmation_asked: (tx, { applicationId }) => policyholderOf(tx, applicationId ?? ''),
  documents_offered: applicant,
  link_requested: applicant,
  advice_recorded: applicant,
  case_inquiry: applicant,
  case_transmitted: applicant,
  case_issued: applicant,
  case_declined: applicant,
  reminder_first: applicant,
  reminder_second: applicant,
  // queued before the address is replaced, so that it goes to the old one
  contact_replaced: nameless,
  part_erased: (tx, { applicationId }) => soleOf(tx, applicationId ?? ''),
  application_prepared: (tx, { applicationId }) => invitedTo(tx, applicationId ?? ''),
  offer_requested: (tx, { offerId }) => offeredTo(tx, offerId ?? ''),
  offer_ending: (tx, { offerId }) => offeredTo(tx, offerId ?? ''),
  callback_requested: (tx, { callbackRequestId }) => callerOf(tx, callbackRequestId ?? ''),
  withdrawal_received: (tx, { withdrawalId }) => declarerOf(tx, withdrawalId ?? ''),
  withdrawal_matched: (tx, { withdrawalId, applicationId }) =>
    contactBesides(tx, withdrawalId ?? '', applicationId ?? ''),
};

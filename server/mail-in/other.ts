import type { OutboxMail } from '#db/mails/outbox';
import { findReplied, storeReply } from '#db/mails/replies';
import { caseEventLabels } from '#domain/cases/statuses';
import { isSameAddress } from '#domain/text/addresses';
import type { Deed } from '../deed';
import { eventIdOf } from './event-id';
import type { Message } from './message';
import { answerIn } from './store';

/** An answer about what has no case. Staff are told; of a draft, a withdrawal or a link to own data nothing is stored. */
export async function takeOther(deed: Deed, mail: OutboxMail, message: Message): Promise<void> {
  const { tx, at } = deed;
  const isTheirs = message.from !== null && isSameAddress(message.from, mail.recipientEmail);
  const content = answerIn(message, isTheirs);
  if (!content) return;
  const id = eventIdOf(message.name);
  const replied = await findReplied(tx, mail);
  if (replied?.reply?.id === id) return;
  const text = content.kind === 'answer' ? content.text : caseEventLabels[`${content.kind}_reply`];
  if (replied) await storeReply(tx, replied.kind, mail, { id, at, text });
  const { applicationId, callbackRequestId, offerId, withdrawalId } = mail;
  await deed.mail('case_answered', { applicationId, callbackRequestId, offerId, withdrawalId });
}

import { addLine, findCorrespondents, whoAnswers } from '#db/cases/arrivals';
import { findFirstMail } from '#db/mails/bounces';
import { mailKinds } from '#domain/mails/kinds';
import type { Context } from '../context';
import { perform } from '../deed';
import { eventIdOf } from './event-id';
import type { Message } from './message';
import { takeOther } from './other';
import { answerIn, storeAnswer } from './store';

/** Nothing is ever answered. `ids`: of the mails that it answers. */
export async function takeReply(context: Context, ids: readonly string[], message: Message): Promise<void> {
  await perform(context, null, async (deed) => {
    const mail = await findFirstMail(deed.tx, ids);
    if (!mail || mailKinds[mail.emailType].to === 'staff') return;
    const { applicationId } = mail;
    const found = applicationId ? await findCorrespondents(deed.tx, applicationId) : null;
    if (!applicationId || !found) return await takeOther(deed, mail, message);
    if (found.restrictedAt !== null) return;
    const id = eventIdOf(message.name);
    const who = whoAnswers(found, mail.recipientEmail, message.from);
    const content = answerIn(message, who !== null);
    if (content) {
      const answeredBy = who === 'policyholder' ? who : undefined;
      const messageId = mail.caseMessageId;
      return await storeAnswer(deed, { id, applicationId, messageId, answeredBy, content }, found);
    }
    const kind = message.content.kind === 'automatic' ? 'automatic_reply' : 'foreign_reply';
    await addLine(deed.tx, { id, applicationId, kind, at: deed.at });
  });
}

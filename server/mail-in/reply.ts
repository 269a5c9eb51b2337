import { addLine, findCorrespondents, whoAnswers } from '#db/cases/arrivals';
import { findFirstMail } from '#db/mails/bounces';
import { mailKinds } from '#domain/mails/kinds';
import type { Context } from '../context';
import { perform } from '../deed';
import { eventIdOf } from './event-id';
import type { Message } from './message';
import { storeAnswer } from './store';

/** Of a case whose application is not restricted. Nothing is ever answered. `ids`: of the mails that it answers. */
export async function takeReply(context: Context, ids: readonly string[], message: Message): Promise<void> {
  const { name, from, content } = message;
  await perform(context, null, async (deed) => {
    const mail = await findFirstMail(deed.tx, ids);
    if (!mail?.applicationId || mailKinds[mail.emailType].to === 'staff') return;
    const { applicationId, caseMessageId: messageId } = mail;
    const found = await findCorrespondents(deed.tx, applicationId);
    if (!found || found.restrictedAt !== null) return;
    const id = eventIdOf(name);
    const who = whoAnswers(found, mail.recipientEmail, from);
    // whose it is stands in what could not be read
    const isTheirs = who !== null || (content.kind === 'unreadable' && from === null);
    if (isTheirs && content.kind !== 'automatic' && content.kind !== 'report') {
      const answeredBy = who === 'policyholder' ? who : undefined;
      return await storeAnswer(deed, { id, applicationId, messageId, answeredBy, content }, found);
    }
    const kind = content.kind === 'automatic' ? 'automatic_reply' : 'foreign_reply';
    await addLine(deed.tx, { id, applicationId, kind, at: deed.at });
  });
}

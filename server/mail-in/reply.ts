import { addLine, findCorrespondents, whoAnswers } from '#db/cases/arrivals';
import { findFirstMail, isAnyMail } from '#db/mails/bounces';
import { mailKinds } from '#domain/mails/kinds';
import type { Context } from '../context';
import { perform } from '../deed';
import { readAnswer } from './answer';
import { eventIdOf } from './event-id';
import type { Arrived } from './read';
import { storeAnswer } from './store';

/** Of a case whose application is not restricted. Nothing is ever answered. */
export async function takeReply(context: Context, arrived: Arrived, bytes: Uint8Array): Promise<void> {
  if (!(await isAnyMail(context.db, arrived.answers))) return;
  const answer = arrived.isAutomatic ? null : await readAnswer(bytes);
  await perform(context, null, async (deed) => {
    const mail = await findFirstMail(deed.tx, arrived.answers);
    if (!mail?.applicationId || mailKinds[mail.emailType].to === 'staff') return;
    const { applicationId, caseMessageId: messageId } = mail;
    const found = await findCorrespondents(deed.tx, applicationId);
    if (!found || found.restrictedAt !== null) return;
    const id = eventIdOf(arrived.name);
    const who = whoAnswers(found, mail.recipientEmail, arrived.from);
    if (answer && who) {
      const answeredBy = who === 'contact' ? undefined : who;
      return await storeAnswer(deed, { id, applicationId, messageId, answeredBy, ...answer }, found);
    }
    const kind = arrived.isAutomatic ? 'automatic_reply' : 'foreign_reply';
    await addLine(deed.tx, { id, applicationId, kind, at: deed.at });
  });
}

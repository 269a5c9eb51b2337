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
    const line = { applicationId, at: deed.at };
    const who = whoAnswers(found, mail.recipientEmail, arrived.from);
    if (arrived.isAutomatic) {
      // one for each mail of ours: two programs may answer one another without end
      await addLine(deed.tx, { ...line, id: eventIdOf(`automatic ${mail.id}`), kind: 'automatic_reply' });
    } else if (answer && who) {
      const answeredBy = who === 'contact' ? undefined : who;
      await storeAnswer(deed, { id, applicationId, messageId, answeredBy, ...answer }, found);
    } else {
      await addLine(deed.tx, { ...line, id, kind: 'foreign_reply' });
    }
  });
}

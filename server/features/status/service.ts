/** What an applicant sees and answers by the link in a mail. */

import { changeCase } from '#db/cases/change';
import { addAnswer, findAnswered, findQuestion, isEventIdTaken } from '#db/cases/messages';
import { findPublicCase, readStatusChanges } from '#db/cases/public';
import type { Reader, Transaction } from '#db/client';
import { endLinks } from '#db/links';
import type { NewAnswer, StatusView } from '#domain/cases/status-page';
import type { CaseStatus } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import type { Context } from '../../context';
import { queueMails } from '../../mail/queue';

const first: CaseStatus = 'new';
const answered: CaseStatus = 'in_review';

/** `answered`: nothing has happened since the applicant answered, except that somebody may have got the case. */
type ShownStatus = { view: StatusView; answered: boolean };

/** Never notes, names of staff, bank data or addresses. Null if there is no case. */
export async function showStatus(reader: Reader, applicationId: string): Promise<ShownStatus | null> {
  const found = await findPublicCase(reader, applicationId);
  if (!found) return null;
  const { completedAt, monthlyCents, replyUnread, ...facts } = found;
  const [changes, question] = await Promise.all([
    readStatusChanges(reader, applicationId),
    findQuestion(reader, applicationId),
  ]);
  const view = {
    ...facts,
    monthlyPremium: monthlyCents / 100,
    history: [{ status: first, at: completedAt }, ...changes].map(({ status, at }) => ({
      status,
      on: dayOf(at),
    })),
    question: question && {
      id: question.id,
      subject: question.subject,
      body: question.body,
      askedOn: dayOf(question.at),
    },
  };
  return { view, answered: replyUnread && facts.status === answered };
}

/** Ends all links to the application, those of mails that still wait too. */
export async function endAllLinks({ db, now }: Context, applicationId: string): Promise<void> {
  await db.write((tx) => endLinks(tx, [applicationId], now()));
}

/** `different`: the id belongs to something else. `nothing_asked`: no question is open. */
type Answering = 'accepted' | 'different' | 'nothing_asked';

/** Stores an answer with the change of its case and the mail to staff. The same answer again does nothing. */
export async function answerQuestion(
  context: Context,
  applicationId: string,
  given: NewAnswer,
): Promise<Answering> {
  const { answering, isNew } = await context.db.write((tx) => store(context, tx, applicationId, given));
  if (isNew) context.wakeMail();
  return answering;
}

async function store(
  context: Context,
  tx: Transaction,
  applicationId: string,
  { id, text }: NewAnswer,
): Promise<{ answering: Answering; isNew: boolean }> {
  const refused = (answering: Answering) => ({ answering, isNew: false });
  const before = await findAnswered(tx, id);
  if (before) {
    const same = before.applicationId === applicationId && before.answer === text;
    return refused(same ? 'accepted' : 'different');
  }
  const question = await findQuestion(tx, applicationId);
  if (!question) return refused('nothing_asked');
  if (await isEventIdTaken(tx, id)) return refused('different');
  const [now, today] = [context.now(), context.today()];
  const change = { version: null, status: answered, followUpOn: today };
  const by = { actor: null, now, today, eventId: id, answer: text };
  const result = await changeCase(tx, applicationId, change, by);
  if (result.kind !== 'changed') return refused('nothing_asked');
  await addAnswer(tx, question.id, { answerId: id, answer: text, answeredAt: now });
  await queueMails(context, tx, 'case_answered', { applicationId, caseMessageId: question.id });
  return { answering: 'accepted', isNew: true };
}

function dayOf(at: number): string {
  return berlinDay(new Date(at));
}

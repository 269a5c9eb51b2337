import { changeCase } from '#db/cases/change';
import { findEvent } from '#db/cases/history';
import { addAnswer, findAnswered, findQuestion } from '#db/cases/messages';
import { findPublicCase, readStatusChanges } from '#db/cases/public';
import type { Reader } from '#db/client';
import { endLinks } from '#db/links';
import { answerNotices, type NewAnswer, type StatusView } from '#domain/cases/status-page';
import type { CaseStatus } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { refusals } from '../../refusal';
import { repeated } from '../../repeats';

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

export async function endAllLinks(context: Context, applicationId: string): Promise<void> {
  await perform(context, null, ({ tx, at }) => endLinks(tx, [applicationId], at));
}

/** Stores an answer with the change of its case and the mail to staff. The same answer again does nothing. */
export async function answerQuestion(
  context: Context,
  applicationId: string,
  { id, text }: NewAnswer,
): Promise<void> {
  await perform(context, null, async (deed) => {
    const { tx, at, today, mail } = deed;
    if (repeated(await findAnswered(tx, id), { applicationId, answer: text }, different)) return;
    const question = await findQuestion(tx, applicationId);
    if (!question) throw nothingAsked();
    if (await findEvent(tx, id)) throw different();
    const answer = { status: answered, followUpOn: today, answer: text, way: 'page' } as const;
    const { kind } = await changeCase({ ...deed, eventId: id }, applicationId, { version: null, ...answer });
    if (kind !== 'changed') throw nothingAsked();
    await addAnswer(tx, question.id, { answerId: id, answer: text, answeredAt: at });
    await mail('case_answered', { applicationId, caseMessageId: question.id });
  });
}

const different = () => refusals.conflict(answerNotices.different);
const nothingAsked = () => refusals.conflict(answerNotices.nothingAsked);

function dayOf(at: number): string {
  return berlinDay(new Date(at));
}

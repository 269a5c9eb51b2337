import type { Correspondents } from '#db/cases/arrivals';
import { changeCase } from '#db/cases/change';
import { findEvent } from '#db/cases/history';
import { addAnswer, findQuestion } from '#db/cases/messages';
import type { CaseChange } from '#domain/cases/decide';
import { type CaseStatus, isDone } from '#domain/cases/statuses';
import type { Deed } from '../deed';
import type { Answer } from './answer';

const answered: CaseStatus = 'in_review';

/** `id`: of its event; `messageId`: of the message whose mail it answers, or null. */
type NewAnswer = Answer &
  Pick<CaseChange, 'answeredBy'> & { id: string; applicationId: string; messageId: string | null };

/** Once. What answers the open question is its answer, as on the page. */
export async function storeAnswer(deed: Deed, given: NewAnswer, { status }: Correspondents): Promise<void> {
  const { tx, at, today } = deed;
  const { id, applicationId, text, attachments, answeredBy } = given;
  if (await findEvent(tx, id)) return;
  const open = await findQuestion(tx, applicationId);
  const question = open && open.id === given.messageId ? open : null;
  await changeCase({ ...deed, eventId: id }, applicationId, {
    version: null,
    answer: text,
    way: 'email',
    answeredBy,
    attachments,
    ...(question ? { status: answered } : {}),
    ...(isDone(status) ? {} : { followUpOn: today }),
  });
  if (question) await addAnswer(tx, question.id, { answerId: id, answer: text, answeredAt: at });
  await deed.mail('case_answered', { applicationId, caseMessageId: question?.id });
}

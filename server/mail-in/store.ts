import { type Correspondents, countReplies } from '#db/cases/arrivals';
import { changeCase } from '#db/cases/change';
import { findEvent } from '#db/cases/history';
import { addAnswer, findQuestion } from '#db/cases/messages';
import type { CaseChange } from '#domain/cases/decide';
import { type CaseStatus, isDone } from '#domain/cases/statuses';
import { dayMs } from '#domain/time';
import type { Deed } from '../deed';
import type { Answer } from './answer';
import type { Message } from './message';

const answered: CaseStatus = 'in_review';
/** A day and case; of further ones the history says only that there are some. */
const mostAnswers = 20;

/** Null: it is by a program or somebody else. Whose it is may stand in what could not be read. */
export function answerIn({ from, content }: Message, isTheirs: boolean): Answer | null {
  if (content.kind === 'automatic' || content.kind === 'report') return null;
  return isTheirs || (content.kind === 'unreadable' && from === null) ? content : null;
}

/** `id`: of its event; `messageId`: of the message whose mail it answers, or null. */
type NewAnswer = Pick<CaseChange, 'answeredBy'> & {
  id: string;
  applicationId: string;
  messageId: string | null;
  content: Answer;
};

/** Once. What answers the open question is its answer, as on the page, unless it cannot be read. */
export async function storeAnswer(deed: Deed, given: NewAnswer, { status }: Correspondents): Promise<void> {
  const { tx, at, today } = deed;
  const { id, applicationId, answeredBy, content } = given;
  if (await findEvent(tx, id)) return;
  const { count, isSaid } = await countReplies(tx, applicationId, { since: at - dayMs, now: at });
  if (isSaid) return;
  const read = content.kind === 'answer' && count < mostAnswers ? content : null;
  const open = read && (await findQuestion(tx, applicationId));
  const question = open && open.id === given.messageId ? open : null;
  await changeCase({ ...deed, eventId: id }, applicationId, {
    version: null,
    answeredBy,
    ...(read ? { answer: read.text, way: 'email', attachments: read.attachments } : unread(content, count)),
    ...(question ? { status: answered } : {}),
    ...(isDone(status) ? {} : { followUpOn: today }),
  });
  if (read && question) await addAnswer(tx, question.id, { answerId: id, answer: read.text, answeredAt: at });
  await deed.mail('case_answered', { applicationId, caseMessageId: question?.id });
}

function unread({ kind }: NewAnswer['content'], count: number): Pick<CaseChange, 'unreadReply'> {
  if (count >= mostAnswers) return { unreadReply: 'more_replies' };
  return { unreadReply: kind === 'encrypted' ? 'encrypted_reply' : 'unreadable_reply' };
}

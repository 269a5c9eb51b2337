/** What comes back about our mails: failure reports and answers. A mail of ours is found by its `Message-ID` alone. */

import { changeCase } from '#db/cases/change';
import {
  addAnswer,
  addLine,
  type Correspondents,
  countReplies,
  findCorrespondents,
  findEvent,
  findQuestion,
  isOfThem,
  whoAnswers,
} from '#db/cases/history';
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import { sha256Of } from '#db/hash';
import { findFirstMail, findReplied, markBounced, proveFailure, storeReply } from '#db/mails/bounces';
import type { OutboxMail } from '#db/mails/outbox';
import type { Came } from '#domain/cases/decide';
import { type CaseStatus, caseEventLabels, isDone, type UnreadReply } from '#domain/cases/statuses';
import { mailKinds } from '#domain/mails/kinds';
import { bounceSentence } from '#domain/mails/log';
import { isSameAddress } from '#domain/text/addresses';
import { dayMs } from '#domain/time';
import type { Context } from '../context';
import { type Deed, perform } from '../deed';
import { traceOf } from '../log';
import { senderDomainOf } from '../operator/sender';
import { createThread, WorkerLost } from '../process/thread';
import type { Answer } from './answer';
import { readHead } from './head';
import type { Message, Question, Report } from './message';
import { oursOf } from './quotes';

/**
 * Does what follows from a message, whatever its bytes are; nothing, if it is not about a mail of ours or came before.
 *
 * @returns false: it is no message at all
 * @throws while the database is unavailable: then the message is to be given again. Nothing else, or one message that we
 * fail on would come again without end.
 */
export async function receiveMail(context: Context, bytes: Uint8Array, read = readInWorker) {
  try {
    return await receive(context, bytes, read);
  } catch (error) {
    if (error instanceof DatabaseUnavailable || isWithoutRoom(error)) throw error;
    context.log('error', 'message_failed', traceOf(error));
    return true;
  }
}

function isWithoutRoom(error: unknown): boolean {
  return error instanceof QueryFailed && /^SQLITE_(FULL|IOERR)/.test(error.code);
}

async function receive(context: Context, bytes: Uint8Array, read: ReadMessage): Promise<boolean> {
  const { operator, log } = context;
  const host = senderDomainOf(operator);
  const head = readHead(bytes, host);
  if (!head) return false;
  const { answers, mayReport } = head;
  const isOurs = await isAnyMail(context, answers);
  if (!isOurs && !mayReport) return true;
  const ours = isOurs ? oursOf(operator) : null;
  const message = await read({ bytes: head.bytes, host, answers, ours });
  if (message.isLost) log('warn', 'message_too_costly', { bytes: bytes.length });
  const { name, content } = message;
  if (content.kind === 'report') await takeBounce(context, name, content);
  else if (isOurs) await takeReply(context, answers, message);
  return true;
}

/** `name`: of the report, which says nothing new when it comes again. */
async function takeBounce(context: Context, name: string, report: Report): Promise<void> {
  const { about, outcome, code } = report;
  if (outcome === 'other' || !(await isAnyMail(context, about))) return;
  const mail = await perform(context, null, async (deed) => {
    const { tx, at } = deed;
    const mail = await findFirstMail(tx, about);
    if (!mail || !wasTransmitted(mail) || mail.bounceReport === name) return null;
    if (outcome === 'delayed') return mail;
    const stops = mailKinds[mail.emailType].to === 'visitor';
    await markBounced(tx, mail.id, { at, code, report: name, stops });
    if (stops) {
      await proveFailure(tx, context.cipher, mail, at);
      await flagCase(deed, mail, code);
    }
    return mail;
  });
  const event = outcome === 'delayed' ? 'mail_delayed' : 'mail_bounced';
  if (mail) context.log('info', event, { mail: mail.id, type: mail.emailType });
}

/** Without the lock, because strangers may send any number of messages with invented ids. */
async function isAnyMail({ db }: Context, ids: readonly string[]): Promise<boolean> {
  return (await findFirstMail(db.fresh, ids)) !== null;
}

/** Also one whose server has not confirmed it yet: only who received it knows its id. */
function wasTransmitted({ status, inDoubt, leaseOwner }: OutboxMail): boolean {
  return status === 'sent' || (status !== 'bounced' && (inDoubt > 0 || leaseOwner !== null));
}

/** Not if the application has another address by now. */
async function flagCase(deed: Deed, mail: OutboxMail, code: string | null): Promise<void> {
  const { applicationId, recipientEmail, subject, emailType } = mail;
  const found = applicationId ? await findCorrespondents(deed.tx, applicationId) : null;
  if (!applicationId || !found || !isOfThem(found, recipientEmail)) return;
  await changeCase(deed, applicationId, {
    version: null,
    came: {
      kind: 'undeliverable',
      text: `${subject ?? mailKinds[emailType].label}: ${bounceSentence(code)}`,
    },
    ...(isDone(found.status) ? {} : { followUpOn: deed.today }),
  });
}

/** Nothing is ever answered. `ids`: of the mails that it answers. */
async function takeReply(context: Context, ids: readonly string[], message: Message): Promise<void> {
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
      const by = who === 'policyholder' ? who : undefined;
      const messageId = mail.caseMessageId;
      return await storeAnswer(deed, { id, applicationId, messageId, by, content }, found);
    }
    const kind = message.content.kind === 'automatic' ? 'automatic_reply' : 'foreign_reply';
    await addLine(deed.tx, { id, applicationId, kind, at: deed.at });
  });
}

/** An answer about what has no case. Staff are told; of a draft, a withdrawal or a link to own data nothing is stored. */
async function takeOther(deed: Deed, mail: OutboxMail, message: Message): Promise<void> {
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

const answered: CaseStatus = 'in_review';
/** A day and case; of further ones the history says only that there are some. */
const mostAnswers = 20;

/** Null: it is by a program or somebody else. Whose it is may stand in what could not be read. */
function answerIn({ from, content }: Message, isTheirs: boolean): Answer | null {
  if (content.kind === 'automatic' || content.kind === 'report') return null;
  return isTheirs || (content.kind === 'unreadable' && from === null) ? content : null;
}

/** `id`: of its event; `messageId`: of the message whose mail it answers, or null. */
type NewAnswer = Pick<Came, 'by'> & {
  id: string;
  applicationId: string;
  messageId: string | null;
  content: Answer;
};

/** Once. What answers the open question is its answer, as on the page, unless it cannot be read. */
async function storeAnswer(deed: Deed, given: NewAnswer, { status }: Correspondents): Promise<void> {
  const { tx, at, today } = deed;
  const { id, applicationId, by, content } = given;
  if (await findEvent(tx, id)) return;
  const { count, isSaid } = await countReplies(tx, applicationId, { since: at - dayMs, now: at });
  if (isSaid) return;
  const read = content.kind === 'answer' && count < mostAnswers ? content : null;
  const open = read && (await findQuestion(tx, applicationId));
  const question = open && open.id === given.messageId ? open : null;
  await changeCase({ ...deed, eventId: id }, applicationId, {
    version: null,
    came: read ? { ...read, way: 'email', by } : { kind: unreadKind(content, count), by },
    ...(question ? { status: answered } : {}),
    ...(isDone(status) ? {} : { followUpOn: today }),
  });
  if (read && question) await addAnswer(tx, question.id, { answerId: id, answer: read.text, answeredAt: at });
  await deed.mail('case_answered', { applicationId, caseMessageId: question?.id });
}

function unreadKind({ kind }: Answer, count: number): UnreadReply {
  if (count >= mostAnswers) return 'more_replies';
  return kind === 'encrypted' ? 'encrypted_reply' : 'unreadable_reply';
}

/** The same for the same name: a UUID of version 8 (RFC 9562). */
function eventIdOf(name: string): string {
  const hash = sha256Of(`event ${name}`);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(12, 15)}`, `8${hash.slice(15, 18)}`];
  return [...parts, hash.slice(18, 30)].join('-');
}

/** A message of 2 MiB takes a tenth of it. */
const usualLimitMs = 2_000;
/** An idle worker keeps 30 MB. */
const usualIdleMs = 5_000;
const growthMb = 256;

/** `isLost`: it was not read in time, or costs too much memory. */
type ReadMessage = (question: Question) => Promise<Message & { isLost?: true }>;

/** Reads in a worker, because what a stranger writes may cost any amount of time: one message after the other, each once. */
export function createMessageReader(
  file: URL,
  { limitMs = usualLimitMs, idleMs = usualIdleMs } = {},
): ReadMessage {
  const ask = createThread<Question, Message>(file, { limitMs, idleMs, growthMb });
  return async (question) => {
    try {
      return await ask(question);
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      const content = { kind: 'unreadable' } as const;
      return { name: sha256Of(question.bytes), from: null, content, isLost: true };
    }
  };
}

// the bundle has the worker beside the server
const worker = import.meta.url.endsWith('.ts') ? './mail-worker.ts' : './mail-worker.js';

const readInWorker = createMessageReader(new URL(worker, import.meta.url));

/** Messages to the applicant: what a change of a case brings with it, their templates and their preview. */
import { loadApplication } from '#db/applications/find';
import { addMessage, findMessage, isEventIdTaken } from '#db/cases/messages';
import type { Reader, Transaction } from '#db/client';
import type { Actor } from '#domain/accounts/actors';
import { areAllThere } from '#domain/application';
import {
  builtInTemplates,
  fillMessage,
  type MessageFacts,
  type MessageTemplate,
  type MessageText,
  messageErrors,
  messageFactsOf,
} from '#domain/cases/messages';
import type { MessagePreview, NewMessage, PreviewedMail } from '#domain/cases/staff-messages';
import type { MessageStatus } from '#domain/cases/statuses';
import type { FieldError } from '#domain/fields';
import { caseMails } from '#domain/mails/kinds';
import { caseMessages } from '#emails/case-message.tsx';
import { renderMail } from '#emails/render.tsx';
import type { Context } from '../../../context';
import { previewProps } from '../../../mail/cases';
import { queueMails } from '../../../mail/queue';

/** A message with the status that it tells about. */
export type StepMessage = NewMessage & { status: MessageStatus };

/** `repeated`: the same was sent before. `different`: the id belongs to something else. */
export type MessageCheck =
  | { kind: 'new'; filled: MessageText }
  | { kind: 'repeated' | 'different' | 'unknown' }
  | { kind: 'wrong'; errors: FieldError[] };

/** Whether a message may be sent, and what it says then. */
export async function readMessage(
  tx: Transaction,
  applicationId: string,
  message: StepMessage,
): Promise<MessageCheck> {
  const facts = await factsOf(tx, applicationId);
  if (!facts) return { kind: 'unknown' };
  const before = await findMessage(tx, message.id);
  const filled = fillMessage(message, facts);
  if (before) {
    const { status, subject, body } = before;
    const same = status === message.status && subject === filled.subject && body === filled.body;
    return { kind: same && before.applicationId === applicationId ? 'repeated' : 'different' };
  }
  if (await isEventIdTaken(tx, message.id)) return { kind: 'different' };
  const errors = messageErrors(message, facts);
  return errors.length > 0
    ? { kind: 'wrong', errors: errors.map((error) => ({ ...error, path: `message.${error.path}` })) }
    : { kind: 'new', filled };
}

type Sending = { applicationId: string; message: StepMessage; filled: MessageText; actor: Actor };

/** Stores the message and queues its mail, in the transaction of the step. */
export async function sendMessage(context: Context, tx: Transaction, sending: Sending): Promise<void> {
  const { applicationId, filled, actor } = sending;
  const { id, status } = sending.message;
  await addMessage(tx, { id, applicationId, status, ...filled, username: actor.username, at: context.now() });
  await queueMails(context, tx, caseMails[status], { applicationId, caseMessageId: id });
}

/** The built-in templates and those of the operator; null if there is no such case. */
export async function listTemplates(
  context: Context,
  applicationId: string,
): Promise<MessageTemplate[] | null> {
  const facts = await factsOf(context.db.read, applicationId);
  return facts && [...builtInTemplates, ...context.operator.templates];
}

type Preview =
  | { kind: 'shown'; mail: PreviewedMail }
  | { kind: 'unknown' }
  | { kind: 'wrong'; errors: FieldError[] };

/** The mail as it would be sent now. */
export async function previewMessage(
  context: Context,
  applicationId: string,
  { status, ...message }: MessagePreview,
): Promise<Preview> {
  const facts = await factsOf(context.db.read, applicationId);
  if (!facts) return { kind: 'unknown' };
  const errors = messageErrors(message, facts);
  if (errors.length > 0) return { kind: 'wrong', errors };
  const props = previewProps(context, fillMessage(message, facts), context.now());
  return { kind: 'shown', mail: renderMail(caseMessages[status], props) };
}

/** Null unless the application is completed. */
async function factsOf(reader: Reader, applicationId: string): Promise<MessageFacts | null> {
  const loaded = await loadApplication(reader, null, applicationId);
  const { application, sets } = loaded ?? {};
  return application?.completed && sets && areAllThere(sets) ? messageFactsOf(applicationId, sets) : null;
}

import { loadApplication } from '#db/applications/find';
import { addMessage, findEvent, findMessage } from '#db/cases/history';
import type { Reader, Transaction } from '#db/client';
import { contactOf } from '#db/mails/recipients';
import { linkMs, previewToken } from '#domain/access-links';
import type { Actor } from '#domain/accounts/actors';
import { areAllThere } from '#domain/application';
import {
  builtInTemplates,
  fillMessage,
  type MessageFacts,
  messageErrors,
  messageFactsOf,
} from '#domain/cases/messages';
import { type MessagePreview, type PreviewedMail, type StepMessage, unknownCase } from '#domain/cases/staff';
import type { CaseStatus } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { caseMails } from '#domain/mails/kinds';
import { caseMessages } from '#emails/cases.tsx';
import { renderMail } from '#emails/render.tsx';
import type { Context } from '../../../context';
import type { Deed } from '../../../deed';
import { commonTo } from '../../../mails/common';
import { Refusal, refusals } from '../../../refusal';
import { repeated } from '../../../repeats';

export const noSuchCase = () => refusals.notFound(unknownCase);

type Sending = Awaited<ReturnType<typeof readMessage>>;

/** @throws Refusal if it may not be sent, or its id belongs to something else */
export async function readMessage(
  context: Context,
  tx: Transaction,
  applicationId: string,
  message: StepMessage,
) {
  const facts = await factsOf(tx, applicationId);
  const { id, status } = message;
  const filled = fillMessage(message, facts);
  const before = repeated(await findMessage(tx, id), { applicationId, status, ...filled });
  if (before) return { message, filled, isRepeated: true };
  if (await findEvent(tx, id)) throw refusals.idTaken();
  const errors = messageErrors(message, facts);
  if (errors.length > 0)
    throw refusals.invalid(errors.map((error) => ({ ...error, path: `message.${error.path}` })));
  await context.site.assertSendable(tx, await contactOf(tx, applicationId));
  return { message, filled, isRepeated: false };
}

/** The built-in message of a status, or why it cannot be sent; null: there is none. */
export async function messageAbout(
  context: Context,
  tx: Transaction,
  applicationId: string,
  status: CaseStatus | undefined,
) {
  const template = builtInTemplates.find((one) => one.status === status);
  if (!template) return null;
  try {
    return await readMessage(context, tx, applicationId, { id: crypto.randomUUID(), ...template });
  } catch (error) {
    if (error instanceof Refusal) return { reason: reasonIn(error) };
    throw error;
  }
}

export const reasonIn = ({ body: { errors: [error] = [], message } }: Refusal) => error?.message ?? message;

export async function sendMessage(
  { tx, at, mail }: Deed,
  { username }: Actor,
  applicationId: string,
  { message: { id, status }, filled }: Sending,
): Promise<void> {
  await addMessage(tx, { id, applicationId, status, ...filled, username, at });
  await mail(caseMails[status], { applicationId, caseMessageId: id });
}

export async function listTemplates(context: Context, applicationId: string) {
  await factsOf(context.db.read, applicationId);
  return [...builtInTemplates, ...context.operator.templates];
}

/** As it would be sent now, with a link that opens nothing. */
export async function previewMessage(
  context: Context,
  applicationId: string,
  { status, ...message }: MessagePreview,
): Promise<PreviewedMail> {
  const facts = await factsOf(context.db.read, applicationId);
  const errors = messageErrors(message, facts);
  if (errors.length > 0) throw refusals.invalid(errors);
  const until = berlinDay(new Date(context.now() + linkMs('status')));
  const props = { ...commonTo(context), ...fillMessage(message, facts), token: previewToken, until };
  return renderMail(caseMessages[status], props);
}

/** @throws Refusal 404 unless the application is completed */
async function factsOf(reader: Reader, applicationId: string): Promise<MessageFacts> {
  const { application, sets } = (await loadApplication(reader, null, applicationId)) ?? {};
  if (!application?.completed || !sets || !areAllThere(sets)) throw noSuchCase();
  return messageFactsOf(applicationId, sets);
}

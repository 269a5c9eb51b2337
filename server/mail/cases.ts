import { findMessage } from '#db/cases/messages';
import { findPublicCase } from '#db/cases/public';
import type { OutboxMail } from '#db/mails/outbox';
import { findReplied } from '#db/mails/replies';
import { linkMs, previewToken } from '#domain/access-links';
import type { MessageText } from '#domain/cases/messages';
import { berlinDay } from '#domain/dates';
import { isoOf } from '#domain/time';
import type { MessageProps } from '#emails/cases.tsx';
import { commonTo, type Needs, type Reader } from './common';

export async function messageToApplicant(context: Needs, reader: Reader, mail: OutboxMail) {
  const message = await findMessage(reader, mail.caseMessageId ?? '');
  if (!message) return null;
  const { token, expiresAt } = await context.links.linkFor('status', mail);
  return { props: messageProps(context, message, token, expiresAt) };
}

/** A message as it would be sent at `now` (ms), with a link that opens nothing. */
export function previewProps(context: Needs, message: MessageText, now: number): MessageProps {
  return messageProps(context, message, previewToken, now + linkMs('status'));
}

function messageProps(
  context: Needs,
  { subject, body }: MessageText,
  token: string,
  expiresAt: number,
): MessageProps {
  return {
    ...commonTo(context),
    subject,
    body,
    token,
    until: berlinDay(new Date(expiresAt)),
  };
}

/** Without a message, it is about an answer by mail to which no question was open. */
export async function answeredQuestion(_context: Needs, reader: Reader, mail: OutboxMail) {
  const { applicationId, caseMessageId, createdAt } = mail;
  const message = caseMessageId === null ? null : await findMessage(reader, caseMessageId);
  const answeredAt = caseMessageId === null ? createdAt : (message?.answeredAt ?? null);
  if (answeredAt === null) return null;
  const isCase = applicationId !== null && (await findPublicCase(reader, applicationId)) !== null;
  const about = isCase ? ('case' as const) : ((await findReplied(reader, mail))?.kind ?? ('other' as const));
  const answer = { about, applicationId, answeredAt: isoOf(answeredAt), isOfQuestion: message !== null };
  return { props: answer };
}

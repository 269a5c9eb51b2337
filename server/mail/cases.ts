/** What the mails about a case say, and to whom they go. */

import { loadApplication } from '#db/applications/find';
import { findMessage } from '#db/cases/messages';
import type { About, OutboxMail } from '#db/mails/outbox';
import { linkDays, previewToken } from '#domain/access-links';
import type { MessageText } from '#domain/cases/messages';
import { berlinDay } from '#domain/dates';
import { dayMs, isoOf } from '#domain/time';
import type { MessageProps } from '#emails/case-message.tsx';
import { addressOf, commonTo, type Needs, type Reader } from './common';

/** A message to the applicant. The link is written when the mail is sent. */
export async function messageToApplicant(context: Needs, reader: Reader, about: About | OutboxMail) {
  const message = await findMessage(reader, about.caseMessageId ?? '');
  const loaded = message && (await loadApplication(reader, null, message.applicationId));
  const contact = loaded?.sets['contact-data'];
  if (!message || !contact) return null;
  const link = 'recipientEmail' in about ? await context.links.linkFor('status', about) : null;
  const props = link
    ? messageProps(context, message, link.token, link.expiresAt)
    : previewProps(context, message, message.at);
  return { props, visitor: addressOf(contact) };
}

/** A message as it would be sent at `now` (ms), with a link that opens nothing. */
export function previewProps(context: Needs, message: MessageText, now: number): MessageProps {
  return messageProps(context, message, previewToken, now + linkDays.status * dayMs);
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

/** For the staff, when the applicant has answered. */
export async function answeredQuestion(context: Needs, reader: Reader, { caseMessageId }: About) {
  const message = await findMessage(reader, caseMessageId ?? '');
  if (!message || message.answeredAt === null) return null;
  const { applicationId, answeredAt } = message;
  const props = { ...commonTo(context), applicationId, answeredAt: isoOf(answeredAt) };
  return { props, visitor: null };
}

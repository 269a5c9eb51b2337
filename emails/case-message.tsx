/** The mails in which staff write to the applicant: the words are theirs, the frame is ours. */
import { previewToken } from '#domain/access-links';
import { builtInTemplates, fillMessage } from '#domain/cases/messages';
import type { MessageStatus } from '#domain/cases/statuses';
import { href, pages } from '#domain/urls';
import { Action, Closing, Lines, OnlyYours, Paragraph, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

export type MessageProps = Common & {
  subject: string;
  body: string;
  token: string;
  /** The last day on which it does, `YYYY-MM-DD`. */
  until: string;
};

const caseInquiry = message('inquiry', {
  preheader: 'Wir brauchen noch eine Auskunft von Ihnen.',
  action: 'Frage beantworten',
});
const caseTransmitted = message('transmitted', {
  preheader: 'Ihr Antrag wurde an den Versicherer weitergegeben.',
  action: 'Stand des Antrags ansehen',
});
const caseIssued = message('issued', {
  preheader: 'Der Versicherer hat entschieden.',
  action: 'Stand des Antrags ansehen',
});
const caseDeclined = message('declined', {
  preheader: 'Zu Ihrem Antrag gibt es eine Entscheidung.',
  action: 'Stand des Antrags ansehen',
});

/** By the status that the case gets with the message. */
export const caseMessages: Record<MessageStatus, Mail<MessageProps>> = {
  inquiry: caseInquiry,
  transmitted: caseTransmitted,
  issued: caseIssued,
  declined: caseDeclined,
};

function message(status: MessageStatus, words: { preheader: string; action: string }): Mail<MessageProps> {
  return {
    // the built-in templates name no person
    subject: ({ subject }) => subject,
    preheader: () => words.preheader,
    body: ({ subject, body, token, until, publicUrl, operator, repliesRead }) => (
      <>
        <Title>{subject}</Title>
        <Lines text={body} />
        <Action href={`${publicUrl}${href(pages.status, { token })}`}>{words.action}</Action>
        {repliesRead && status === 'inquiry' ? (
          <Paragraph>Sie können auch einfach auf diese E-Mail antworten.</Paragraph>
        ) : null}
        <OnlyYours until={until} />
        <Closing operator={operator} repliesRead={repliesRead} />
      </>
    ),
    example: { ...exampleSite, ...exampleText(status), token: previewToken, until: '2027-05-19' },
  };
}

function exampleText(status: MessageStatus) {
  const template = builtInTemplates.find((one) => one.status === status) ?? { subject: '', body: '' };
  return fillMessage(template, {
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    applicant: { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' },
    horseName: 'Fjölnir',
    insuranceStart: '2026-12-01',
    tariff: 'top',
  });
}

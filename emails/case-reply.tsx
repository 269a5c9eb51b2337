import { formatInstant } from '#domain/format';
import { mailKinds } from '#domain/mails/kinds';
import { href, pages } from '#domain/urls';
import { Action, Facts, Paragraph, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

type ReplyProps = Common & {
  applicationId: string;
  /** When the answer was received; ISO 8601. */
  answeredAt: string;
  /** It answers the open question; else it came by mail, without one. */
  isOfQuestion: boolean;
};

const title = mailKinds.case_reply.label;

/** To the staff: a question was answered. What was answered stays in the backoffice. */
export const caseReply: Mail<ReplyProps> = {
  // the short id distinguishes two answers, as in the staff lists
  subject: ({ applicationId }) => `${title} (${applicationId.slice(0, 8)})`,
  preheader: ({ isOfQuestion }) =>
    isOfQuestion ? 'Der Vorgang ist heute fällig.' : 'Die Antwort steht im Verlauf.',
  body: ({ publicUrl, applicationId, answeredAt, isOfQuestion }) => (
    <>
      <Title>{title}</Title>
      <Paragraph>
        {isOfQuestion
          ? 'Eine Rückfrage wurde beantwortet. Der Vorgang ist wieder in Prüfung und heute fällig. Die Antwort steht im Verlauf.'
          : 'Auf eine unserer E-Mails kam eine Antwort. Der Stand des Vorgangs bleibt, wie er ist. Die Antwort steht im Verlauf.'}
      </Paragraph>
      <Facts
        rows={[
          { label: 'Antragsnummer', value: applicationId },
          { label: 'Eingegangen', value: `${formatInstant(answeredAt)} Uhr` },
        ]}
      />
      <Action href={`${publicUrl}${href(pages.backofficeApplication, { id: applicationId })}`}>
        Antwort im Backoffice lesen
      </Action>
    </>
  ),
  example: {
    ...exampleSite,
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    answeredAt: '2026-11-20T13:03:27Z',
    isOfQuestion: true,
  },
};

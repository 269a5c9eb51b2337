import { answerByMail } from '#domain/cases/statuses';
import { formatInstant } from '#domain/format';
import { mailKinds } from '#domain/mails/kinds';
import { href, pages } from '#domain/urls';
import { Action, Facts, Paragraph, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

type ReplyProps = Common & {
  about: 'case' | 'callback' | 'preparation' | 'offer' | 'other';
  applicationId: string | null;
  /** When the answer was received; ISO 8601. */
  answeredAt: string;
  /** It answers the open question; else it came by mail, without one. */
  isOfQuestion: boolean;
};

const title = mailKinds.case_reply.label;

/** Where the answer stands; null: nowhere in the backoffice. */
const places: Record<ReplyProps['about'], { what: string; where: string; path: string | null }> = {
  case: { what: 'eine unserer E-Mails', where: 'im Verlauf', path: pages.backofficeApplication },
  callback: {
    what: 'unsere E-Mail zu einer Rückrufanfrage',
    where: 'in der Liste',
    path: pages.backofficeCallbacks,
  },
  preparation: { what: 'eine Einladung', where: 'in der Liste', path: pages.backofficePreparations },
  offer: { what: 'unsere E-Mail zu einem Angebot', where: 'in der Liste', path: pages.backofficeOffers },
  other: { what: 'eine unserer E-Mails', where: 'nur im Postfach', path: null },
};

/** To the staff: somebody answered. What was answered stays in the backoffice. */
export const caseReply: Mail<ReplyProps> = {
  // the short id distinguishes two answers, as in the staff lists
  subject: ({ about, applicationId }) =>
    about === 'case' && applicationId ? `${title} (${applicationId.slice(0, 8)})` : answerByMail,
  preheader: ({ about, isOfQuestion }) =>
    isOfQuestion ? 'Der Vorgang ist heute fällig.' : `Die Antwort steht ${places[about].where}.`,
  body: ({ publicUrl, about, applicationId, answeredAt, isOfQuestion }) => {
    const { what, where, path } = places[about];
    const status = about === 'case' ? 'Der Stand des Vorgangs bleibt, wie er ist. ' : '';
    return (
      <>
        <Title>{about === 'case' ? title : answerByMail}</Title>
        <Paragraph>
          {isOfQuestion
            ? 'Eine Rückfrage wurde beantwortet. Der Vorgang ist wieder in Prüfung und heute fällig. '
            : `Auf ${what} kam eine Antwort. ${status}`}
          Die Antwort steht {where}.
        </Paragraph>
        <Facts
          rows={[
            ...(applicationId ? [{ label: 'Antragsnummer', value: applicationId }] : []),
            { label: 'Eingegangen', value: `${formatInstant(answeredAt)} Uhr` },
          ]}
        />
        {path && (
          <Action href={`${publicUrl}${href(path, { id: applicationId ?? '' })}`}>
            Antwort im Backoffice lesen
          </Action>
        )}
      </>
    );
  },
  example: {
    ...exampleSite,
    about: 'case',
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    answeredAt: '2026-11-20T13:03:27Z',
    isOfQuestion: true,
  },
};

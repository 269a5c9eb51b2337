import { formatInstant } from '#domain/format';
import { mailKinds } from '#domain/mails/kinds';
import { href, pages } from '#domain/urls';
import { Action, Facts, Paragraph, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

type ReplyProps = Common & {
  about: 'case' | keyof typeof lists | 'other';
  applicationId: string | null;
  /** When the answer was received; ISO 8601. */
  answeredAt: string;
  /** It answers the open question; else it came by mail, without one. */
  isOfQuestion: boolean;
};

const title = mailKinds.case_reply.label;

/** In which list the answer stands, if it is about no case. */
const lists = {
  callback: { what: 'zu einer Rückrufanfrage', path: pages.backofficeCallbacks },
  preparation: { what: 'zu einem vorbereiteten Antrag', path: pages.backofficePreparations },
  offer: { what: 'zu einem Angebot', path: pages.backofficeOffers },
};

/** To the staff: somebody answered. What was answered stays in the backoffice. */
export const caseReply: Mail<ReplyProps> = {
  // the short id distinguishes two answers, as in the staff lists
  subject: ({ about, applicationId }) => {
    if (about !== 'case' && about !== 'other') return `Antwort per E-Mail ${lists[about].what}`;
    return applicationId ? `${title} (${applicationId.slice(0, 8)})` : 'Antwort per E-Mail';
  },
  preheader: (props) => (props.isOfQuestion ? 'Der Vorgang ist heute fällig.' : placeOf(props)),
  body: (props) => (
    <>
      <Title>{props.about === 'case' ? title : 'Antwort per E-Mail'}</Title>
      <Paragraph>
        {saidOf(props)} {placeOf(props)}
      </Paragraph>
      <Facts
        rows={[
          ...(props.applicationId ? [{ label: 'Antragsnummer', value: props.applicationId }] : []),
          { label: 'Eingegangen', value: `${formatInstant(props.answeredAt)} Uhr` },
        ]}
      />
      {props.about === 'other' ? null : (
        <Action href={`${props.publicUrl}${pathOf(props)}`}>Antwort im Backoffice lesen</Action>
      )}
    </>
  ),
  example: {
    ...exampleSite,
    about: 'case',
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    answeredAt: '2026-11-20T13:03:27Z',
    isOfQuestion: true,
  },
};

function saidOf({ about, isOfQuestion }: ReplyProps): string {
  if (isOfQuestion)
    return 'Eine Rückfrage wurde beantwortet. Der Vorgang ist wieder in Prüfung und heute fällig.';
  if (about === 'case')
    return 'Auf eine unserer E-Mails kam eine Antwort. Der Stand des Vorgangs bleibt, wie er ist.';
  return `Auf eine unserer E-Mails ${about === 'other' ? '' : `${lists[about].what} `}kam eine Antwort.`;
}

function placeOf({ about }: ReplyProps): string {
  if (about === 'case') return 'Die Antwort steht im Verlauf.';
  return about === 'other' ? 'Bitte lesen Sie sie im Postfach.' : 'Die Antwort steht in der Liste.';
}

function pathOf({ about, applicationId }: ReplyProps): string {
  if (about !== 'case' && about !== 'other') return lists[about].path;
  return href(pages.backofficeApplication, { id: applicationId ?? '' });
}

import { builtInTemplates, fillMessage } from '#domain/cases/messages';
import { answerByMail, type MessageStatus } from '#domain/cases/statuses';
import { formatInstant } from '#domain/format';
import { mailKinds } from '#domain/mails/kinds';
import { greetingOf, type Person } from '#domain/text/mailable';
import { href, pages } from '#domain/urls';
import { Action, Facts, Heading, Letter, Lines, OnlyYours, Paragraph, Title } from './blocks';
import { type Common, exampleApplication, type Mail } from './render';

export type MessageProps = Common & { subject: string; body: string; token: string; until: string };

/** The mails in which staff write to the applicant, by the status that the case gets: the words are theirs, the frame is ours. */
export const caseMessages: Record<MessageStatus, Mail<MessageProps>> = {
  inquiry: message('inquiry', 'Wir brauchen noch eine Auskunft von Ihnen.', 'Frage beantworten'),
  transmitted: message('transmitted', 'Ihr Antrag wurde an den Versicherer weitergegeben.'),
  issued: message('issued', 'Der Versicherer hat entschieden.'),
  declined: message('declined', 'Zu Ihrem Antrag gibt es eine Entscheidung.'),
};

function message(
  status: MessageStatus,
  preheader: string,
  action = 'Stand des Antrags ansehen',
): Mail<MessageProps> {
  return {
    // the built-in templates name no person
    subject: ({ subject }) => subject,
    preheader: () => preheader,
    body: ({ subject, body, token, until, repliesRead }) => (
      <Letter title={subject} to={null}>
        <Lines text={body} />
        <Action to={href(pages.status, { token })}>{action}</Action>
        {repliesRead && status === 'inquiry' ? (
          <Paragraph>Sie können auch einfach auf diese E-Mail antworten.</Paragraph>
        ) : null}
        <OnlyYours until={until} />
      </Letter>
    ),
    example: { ...exampleApplication, ...exampleText(status), until: '2027-05-19' },
  };
}

function exampleText(status: MessageStatus) {
  const template = builtInTemplates.find((one) => one.status === status) ?? { subject: '', body: '' };
  return fillMessage(template, { ...exampleApplication, insuranceStart: '2026-12-01', tariff: 'top' });
}

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
  subject: ({ about, applicationId }) =>
    about === 'case' && applicationId ? `${title} (${applicationId.slice(0, 8)})` : answerByMail,
  preheader: ({ about, isOfQuestion }) =>
    isOfQuestion ? 'Der Vorgang ist heute fällig.' : `Die Antwort steht ${places[about].where}.`,
  body: ({ about, applicationId, answeredAt, isOfQuestion }) => {
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
        {path && <Action to={href(path, { id: applicationId ?? '' })}>Antwort im Backoffice lesen</Action>}
      </>
    );
  },
  example: { ...exampleApplication, about: 'case', answeredAt: '2026-11-20T13:03:27Z', isOfQuestion: true },
};

export type AdviceProps = Common & {
  applicationId: string;
  applicant: Person;
  /** Both in the words of staff, with line feeds. */
  wishes: string;
  advice: string;
};

/** To the applicant: documents the advice before the contract is concluded (VVG §§ 61, 62). */
export const adviceRecord: Mail<AdviceProps> = {
  subject: ({ applicationId }) => `Unsere Beratung zu Ihrem Antrag (${applicationId.slice(0, 8)})`,
  preheader: () => 'Was Sie uns gesagt und was wir Ihnen empfohlen haben.',
  body: (props) => (
    <Letter title="Unsere Beratung zu Ihrem Antrag" to={greetingOf(props.applicant)}>
      <Paragraph>
        bevor Ihr Vertrag zustande kommt, halten wir für Sie fest, was wir miteinander besprochen haben. Bitte
        lesen Sie es durch und bewahren Sie es auf. Wenn etwas anders war oder fehlt, sagen Sie es uns bitte.
      </Paragraph>
      <Facts rows={[{ label: 'Antragsnummer', value: props.applicationId }]} />
      <Heading>Ihre Wünsche und Bedürfnisse</Heading>
      <Lines text={props.wishes} />
      <Heading>Unsere Beratung und Empfehlung</Heading>
      <Lines text={props.advice} />
    </Letter>
  ),
  example: {
    ...exampleApplication,
    wishes:
      'Fjölnir ist acht Jahre alt und geht Distanzritte.\nSie möchten vor allem die Kosten einer Kolikoperation absichern und höchstens 50 € im Monat zahlen.',
    advice:
      'Wir haben die drei Tarife verglichen. Der Basis-OP-Schutz reicht für eine Kolikoperation nicht aus, denn er zahlt höchstens 2.500 € je Operation.\nWir empfehlen den Top-OP-Schutz mit 250 € Selbstbeteiligung.',
  },
};

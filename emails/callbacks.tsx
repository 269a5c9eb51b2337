import { previewToken } from '#domain/access-links';
import { formatInstant } from '#domain/format';
import { isPlainName, mailable, neutral, personName } from '#domain/text/mailable';
import { mailableEmail, mailablePhone } from '#domain/text/mailable-reach';
import { href, pages } from '#domain/urls';
import { Action, Facts, Heading, Letter, PageLink, Paragraph, Title } from './blocks';
import { type Common, exampleSite, type Mail } from './render';

export type CallbackProps = Common & {
  requestId: string;
  name: string;
  phone: string;
  email: string | null;
  preferredTime: string | null;
  source: string;
  createdAt: string;
};

export const callbackNotification: Mail<CallbackProps> = {
  // the short id distinguishes two requests, as in the staff lists
  subject: ({ requestId }) => `Neue Rückrufanfrage (${requestId.slice(0, 8)})`,
  preheader: () => 'Jemand wartet auf Ihren Anruf.',
  body: (props) => (
    <>
      <Title>Neue Rückrufanfrage</Title>
      <Paragraph>Über die Website wurde um einen Rückruf gebeten.</Paragraph>
      <Facts rows={facts(props)} />
      <Action to={pages.backofficeCallbacks}>Rückrufe im Backoffice öffnen</Action>
    </>
  ),
  example: {
    ...exampleSite,
    requestId: '0b9f6a42-8d55-4f0e-9f6c-1f2e4c7a9b10',
    name: 'Johanna Sommer',
    phone: '030 23125 100',
    email: 'johanna.sommer@post.example',
    preferredTime: 'Montag oder Mittwoch, 12 bis 13 Uhr',
    source: 'newsletter',
    createdAt: '2026-03-04T16:20:00Z',
  },
};

/** Repeats no text that may be an advertisement: somebody else may have entered the address. */
export const callbackConfirmation: Mail<CallbackProps & { token: string }> = {
  subject: ({ operator }) => `Ihre Rückrufanfrage bei ${operator.brand.name}`,
  preheader: whenWeCall,
  body: (props) => (
    <Letter
      title="Wir rufen Sie gern zurück"
      to={isPlainName(props.name) ? `${neutral} ${props.name}` : neutral}
      mistyped="Sie haben keinen Rückruf angefordert?"
    >
      <Paragraph>
        vielen Dank für Ihre Anfrage. Die Beratung ist für Sie kostenlos und unverbindlich.
      </Paragraph>
      <Facts rows={[{ label: 'Telefon', value: mailablePhone(props.phone), strong: true }]} />
      <Heading>So geht es weiter</Heading>
      <Paragraph>
        {whenWeCall(props)} Halten Sie für das Gespräch gern das Geburtsjahr Ihres Pferdes bereit: Damit
        nennen wir Ihnen gleich den passenden Beitrag.
      </Paragraph>
      <Paragraph>
        Brauchen Sie unseren Anruf nicht mehr?{' '}
        <PageLink to={href(pages.stopCalls, { token: props.token })}>Nicht mehr anrufen</PageLink>
      </Paragraph>
    </Letter>
  ),
  example: { ...callbackNotification.example, token: previewToken },
};

function whenWeCall({ preferredTime }: CallbackProps): string {
  return preferredTime
    ? 'Wir rufen Sie möglichst zu Ihrer Wunschzeit an.'
    : 'Wir rufen Sie zu unseren Servicezeiten an.';
}

function facts(props: CallbackProps) {
  return [
    { label: 'Name', value: personName(props.name) },
    { label: 'Telefon', value: mailablePhone(props.phone), strong: true },
    { label: 'E-Mail', value: props.email === null ? '-' : mailableEmail(props.email) },
    { label: 'Gewünschte Rückrufzeit', value: mailable(props.preferredTime ?? '-') },
    { label: 'Quelle', value: mailable(props.source) },
    { label: 'Eingegangen', value: `${formatInstant(props.createdAt)} Uhr` },
  ];
}

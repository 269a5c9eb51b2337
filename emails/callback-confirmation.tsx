import { Closing, Facts, Heading, Paragraph, Title } from './blocks';
import { type CallbackProps, callbackNotification } from './callback-notification';
import type { Mail } from './render';

/** To the visitor: confirms the requested callback. */
export const callbackConfirmation: Mail<CallbackProps> = {
  subject: ({ operator }) => `Ihre Rückrufanfrage bei ${operator.brand.name}`,
  preheader: whenWeCall,
  body: (props) => (
    <>
      <Title>Wir rufen Sie gern zurück</Title>
      <Paragraph>Guten Tag {props.name},</Paragraph>
      <Paragraph>
        vielen Dank für Ihre Anfrage. Die Beratung ist für Sie kostenlos und unverbindlich.
      </Paragraph>
      <Heading>Ihre Angaben</Heading>
      <Facts rows={facts(props)} />
      <Heading>So geht es weiter</Heading>
      <Paragraph>
        {whenWeCall(props)} Halten Sie für das Gespräch gern das Geburtsjahr Ihres Pferdes bereit: Damit
        nennen wir Ihnen gleich den passenden Beitrag.
      </Paragraph>
      <Closing operator={props.operator} mistyped="Sie haben keinen Rückruf angefordert?" />
    </>
  ),
  example: callbackNotification.example,
};

function whenWeCall({ preferredTime }: CallbackProps): string {
  return preferredTime
    ? 'Wir rufen Sie möglichst zu Ihrer Wunschzeit an.'
    : 'Wir rufen Sie zu unseren Servicezeiten an.';
}

function facts({ name, phone, preferredTime }: CallbackProps) {
  const time = preferredTime ? [{ label: 'Gewünschte Rückrufzeit', value: preferredTime }] : [];
  return [{ label: 'Name', value: name }, { label: 'Telefon', value: phone, strong: true }, ...time];
}

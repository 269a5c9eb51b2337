import { previewToken } from '#domain/access-links';
import { isPlainName, neutral } from '#domain/text/mailable';
import { mailablePhone } from '#domain/text/mailable-reach';
import { href, pages } from '#domain/urls';
import { type CallbackProps, callbackNotification } from './callback-notification';
import { Closing, Facts, Heading, Paragraph, TextLink, Title } from './parts/blocks';
import type { Mail } from './render';

/** Repeats no text that may be an advertisement: somebody else may have entered the address. */
export const callbackConfirmation: Mail<CallbackProps & { token: string }> = {
  subject: ({ operator }) => `Ihre Rückrufanfrage bei ${operator.brand.name}`,
  preheader: whenWeCall,
  body: (props) => (
    <>
      <Title>Wir rufen Sie gern zurück</Title>
      <Paragraph>{isPlainName(props.name) ? `${neutral} ${props.name}` : neutral},</Paragraph>
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
        <TextLink href={`${props.publicUrl}${href(pages.stopCalls, { token: props.token })}`}>
          Nicht mehr anrufen
        </TextLink>
      </Paragraph>
      <Closing {...props} mistyped="Sie haben keinen Rückruf angefordert?" />
    </>
  ),
  example: { ...callbackNotification.example, token: previewToken },
};

function whenWeCall({ preferredTime }: CallbackProps): string {
  return preferredTime
    ? 'Wir rufen Sie möglichst zu Ihrer Wunschzeit an.'
    : 'Wir rufen Sie zu unseren Servicezeiten an.';
}

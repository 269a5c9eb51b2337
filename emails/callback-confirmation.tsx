import { brand } from '#domain/company';
import { Contact, Facts, Heading, Paragraph, Title } from './blocks';
import { Layout } from './layout';

export type CallbackConfirmationProps = {
  publicUrl: string;
  name: string;
  phone: string;
  /** In the visitor's own words; null when none was named. */
  preferredTime: string | null;
};

/** Says nothing that a stranger typed: whoever fills in the form may have typed somebody else's address. */
export function subject(): string {
  return `Ihre Rückrufanfrage bei ${brand.name}`;
}

/** To the visitor: we will call, and this is what we know. */
export function CallbackConfirmationMail(props: CallbackConfirmationProps) {
  return (
    <Layout publicUrl={props.publicUrl} title={subject()} preview="Wir rufen Sie schnellstmöglich zurück.">
      <Title>Wir rufen Sie gern zurück</Title>
      <Paragraph>Guten Tag {props.name},</Paragraph>
      <Paragraph>
        vielen Dank für Ihre Anfrage. Die Beratung ist für Sie kostenlos und unverbindlich.
      </Paragraph>
      <Heading>Ihre Angaben</Heading>
      <Facts rows={facts(props)} />
      <Heading>So geht es weiter</Heading>
      <Paragraph>
        Wir melden uns schnellstmöglich telefonisch bei Ihnen. Halten Sie für das Gespräch gern das
        Geburtsjahr Ihres Pferdes bereit: Damit nennen wir Ihnen gleich den passenden Beitrag.
      </Paragraph>
      <Contact />
      <Paragraph>
        Sie haben keinen Rückruf angefordert? Dann hat sich vermutlich jemand beim Eintragen der Adresse
        vertippt. Sie müssen nichts weiter tun.
      </Paragraph>
      <Paragraph>
        Mit freundlichen Grüßen
        <br />
        Ihr Team von {brand.name}
      </Paragraph>
    </Layout>
  );
}

function facts({ name, phone, preferredTime }: CallbackConfirmationProps) {
  const time = preferredTime ? [{ label: 'Gewünschte Rückrufzeit', value: preferredTime }] : [];
  return [{ label: 'Name', value: name }, { label: 'Telefon', value: phone, strong: true }, ...time];
}

export const previewProps: CallbackConfirmationProps = {
  publicUrl: 'https://www.sattelfest.example',
  name: 'Johanna Sommer',
  phone: '030 23125 100',
  preferredTime: 'Montag oder Mittwoch, 12 bis 13 Uhr',
};

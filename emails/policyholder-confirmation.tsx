import { linkPeriod, previewToken } from '#domain/access-links';
import { confirmationButtons } from '#domain/cases/confirmation';
import { tariffNames } from '#domain/tariffs/catalogue';
import { notInsuredYet } from '#domain/tariffs/waiting';
import { fullName, greetingOf, type Person, personName } from '#domain/text/mailable';
import { href, pages } from '#domain/urls';
import { Action, Closing, Heading, OnlyYours, Paragraph, Prices, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';
import { type Applied, tariffFacts } from './tariff-facts';

type ConfirmationProps = Common &
  Applied & {
    applicationId: string;
    applicant: Person;
    policyholder: Person;
    token: string;
  };

/** To the policyholder of an application that somebody else made, with what the applicant gets. */
export const policyholderConfirmation: Mail<ConfirmationProps> = {
  subject: ({ tariff }) => `Bitte bestätigen Sie den Antrag auf den ${tariffNames[tariff]}`,
  preheader: () => 'Jemand hat für Sie eine OP-Versicherung für ein Pferd beantragt.',
  body: (props) => (
    <>
      <Title>Bitte bestätigen Sie den Antrag</Title>
      <Paragraph>{greetingOf(props.policyholder)},</Paragraph>
      <Paragraph>
        auf unserer Website hat {personName(fullName(props.applicant))} eine OP-Versicherung für ein Pferd
        beantragt und Sie als Versicherungsnehmer angegeben. Den Vertrag schließen also Sie, mit allen Rechten
        und Pflichten. Deshalb bekommen auch Sie den Antrag und alle Unterlagen
        {props.division ? ' als PDF.' : ': Sie hängen als PDF an dieser Nachricht.'}
      </Paragraph>
      <Paragraph>{notInsuredYet}</Paragraph>
      <Heading>Der Antrag</Heading>
      <Prices
        rows={[{ label: 'Antragsnummer', value: props.applicationId }, ...tariffFacts(props)]}
        operator={props.operator}
      />
      <Heading>Ist das in Ihrem Sinn?</Heading>
      <Paragraph>
        Bitte sehen Sie sich den Antrag an und sagen Sie uns mit einem Klick, ob Sie ihn bestätigen.
      </Paragraph>
      <Action href={`${props.publicUrl}${href(pages.confirmation, { token: props.token })}`}>
        Antrag ansehen und beantworten
      </Action>
      <OnlyYours period={linkPeriod('confirm')} />
      <Heading>Sie haben das nicht beantragt?</Heading>
      <Paragraph>
        Dann wählen Sie auf der Seite bitte „{confirmationButtons.refuse}“, oder rufen Sie uns an. Wir
        bearbeiten den Antrag dann nicht weiter und klären die Sache.
      </Paragraph>
      <Closing {...props} />
    </>
  ),
  example: {
    ...exampleSite,
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    applicant: { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' },
    policyholder: { salutation: 'mr', firstName: 'Henning', lastName: 'Petersen' },
    horseName: 'Fjölnir',
    insuranceStart: '2026-03-05',
    tariff: 'premium',
    deductible: 250,
    frequency: 'quarterly',
    periodCents: 19605,
    token: previewToken,
  },
};

import { documentKinds, documentLabels, type Offer } from '#domain/document-kinds';
import { tariffNames } from '#domain/tariffs/catalogue';
import { greetingOf, neutral, type Person } from '#domain/text/mailable';
import { FirstInformation } from './first-information';
import { Closing, Heading, Paragraph, Points, Prices, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';
import { selectionFacts } from './tariff-facts';

type DocumentsProps = Common &
  Offer & {
    /** Null if the name belongs to another address by now. */
    applicant: Person | null;
  };

/** To the applicant, before anything is declared: all documents, and the Erstinformation in the mail itself. */
export const documentsMail: Mail<DocumentsProps> = {
  subject: ({ tariff }) => `Ihre Unterlagen zum ${tariffNames[tariff]}`,
  preheader: () => 'Alles, was Sie vor Ihrem Antrag lesen sollten.',
  body: (props) => (
    <>
      <Title>Ihre Unterlagen zum Lesen und Aufheben</Title>
      <Paragraph>{props.applicant ? greetingOf(props.applicant) : neutral},</Paragraph>
      <Paragraph>
        Sie haben auf unserer Website einen Tarif für Ihr Pferd ausgewählt. Hier sind alle Unterlagen dazu.
        Bitte nehmen Sie sich Zeit dafür, bevor Sie den Antrag absenden, und heben Sie diese Nachricht auf.
      </Paragraph>
      <Paragraph>
        <strong>Damit haben Sie noch nichts beantragt.</strong>
      </Paragraph>
      <Heading>Ihre Auswahl</Heading>
      <Prices rows={selectionFacts(props)} operator={props.operator} />
      {!props.division && (
        <>
          <Heading>Im Anhang</Heading>
          <Points items={documentKinds.map((kind) => documentLabels[kind])} />
        </>
      )}
      <FirstInformation operator={props.operator} />
      <Heading>So erreichen Sie uns</Heading>
      <Closing {...props} mistyped="Sie haben keinen Antrag begonnen?" />
    </>
  ),
  example: {
    ...exampleSite,
    applicant: { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' },
    tariff: 'premium',
    deductible: 250,
    frequency: 'quarterly',
    periodCents: 19605,
    insuranceStart: '2026-03-05',
  },
};

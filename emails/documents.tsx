import { documentKinds, documentLabels, type Offer } from '#domain/document-kinds';
import { firstInformation } from '#domain/documents/first-information';
import type { Block } from '#domain/documents/text';
import type { Operator } from '#domain/operator/operator';
import { tariffNames } from '#domain/tariffs/catalogue';
import { greetingOf, neutral, type Person } from '#domain/text/mailable';
import { selectionFacts } from './applications';
import { Closing, Heading, Paragraph, Points, Prices, Subheading, Title } from './blocks';
import { type Common, exampleApplication, type Mail } from './render';

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
      <Prices rows={selectionFacts(props)} />
      {!props.division && (
        <>
          <Heading>Im Anhang</Heading>
          <Points items={documentKinds.map((kind) => documentLabels[kind])} />
        </>
      )}
      <FirstInformation operator={props.operator} />
      <Heading>So erreichen Sie uns</Heading>
      <Closing mistyped="Sie haben keinen Antrag begonnen?" />
    </>
  ),
  example: exampleApplication,
};

/** The whole text of the document, for those who open no attachments. */
function FirstInformation({ operator }: { operator: Operator }) {
  const { title, intro, topics } = firstInformation(operator);
  return (
    <>
      <Heading>{title}</Heading>
      {intro.map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
      {topics.map(({ heading, blocks }) => (
        <div key={heading}>
          <Subheading>{heading}</Subheading>
          {blocks.map((block, index) => (
            <TextBlock key={index} block={block} />
          ))}
        </div>
      ))}
    </>
  );
}

function TextBlock({ block }: { block: Block }) {
  if (typeof block === 'string') return <Paragraph>{block}</Paragraph>;
  if ('points' in block) return <Points items={block.points} />;
  return (
    <Paragraph>
      {block.lines.map((line, index) => (
        <span key={line}>
          {index > 0 ? <br /> : null}
          {line}
        </span>
      ))}
    </Paragraph>
  );
}

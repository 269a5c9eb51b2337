import { linkPeriod } from '#domain/access-links';
import { confirmationButtons } from '#domain/cases/confirmation';
import { formatDay } from '#domain/dates';
import { type ChosenTariff, documentKinds, documentLabels } from '#domain/document-kinds';
import { type Block, firstInformation } from '#domain/documents';
import type { Fact } from '#domain/facts';
import { formatMoney, typeset } from '#domain/format';
import { birthYearFacts, type OfferFacts } from '#domain/offers';
import type { Operator } from '#domain/operator/operator';
import { salutationLabels } from '#domain/people';
import { horseFields } from '#domain/steps/sets';
import { deductibleLabel, paymentFrequencyLabels, tariffNames } from '#domain/tariffs/catalogue';
import { coverSentence, notInsuredYet, waitingSentence } from '#domain/tariffs/explanations';
import { periods, toEuro } from '#domain/tariffs/premium';
import { fullName, greetingOf, mailableName, neutral, type Person, personName } from '#domain/text/mailable';
import { href, pages } from '#domain/urls';
import {
  Action,
  Broken,
  Facts,
  Heading,
  Letter,
  OnlyYours,
  PageLink,
  Paragraph,
  Points,
  Prices,
  Subheading,
  Title,
} from './blocks';
import { type Common, exampleApplication, type Mail } from './render';

export type CompletionProps = Common &
  Applied & {
    mandateReference: string;
    /** Of the mandate, which may have another one than later mandates. */
    creditor: Operator['creditor'];
    token: string;
  };

export const completion: Mail<CompletionProps> = {
  subject: ({ tariff }) => `Ihr Antrag auf den ${tariffNames[tariff]} ist bei uns eingegangen`,
  preheader: ({ applicationId }) => `Antragsnummer ${applicationId}`,
  body: (props) => (
    <Letter title="Ihr Antrag ist eingegangen" to={greetingOf(props.applicant)}>
      <Paragraph>
        vielen Dank für Ihr Vertrauen. Wir haben Ihren Antrag erhalten und prüfen ihn nun. Bitte bewahren Sie
        diese Nachricht auf: Sie nennt Ihre Antragsnummer und die Daten Ihres Lastschriftmandats. Alle Ihre
        Angaben finden Sie im Antrag.{' '}
        {props.division
          ? 'Ihn und die Unterlagen zu Ihrem Tarif erhalten Sie als PDF.'
          : 'Er ist als PDF angehängt, die Unterlagen zu Ihrem Tarif ebenfalls.'}
      </Paragraph>
      <Paragraph>{notInsuredYet}</Paragraph>
      <Heading>Ihr Antrag</Heading>
      <Prices rows={factsOf(props)} />
      <Heading>Ab wann Ihr Pferd versichert ist</Heading>
      <Paragraph>{coverSentence(props.insuranceStart, props.tariff)}</Paragraph>
      <Paragraph>{waitingSentence}</Paragraph>
      <Heading>Ihr SEPA-Lastschriftmandat</Heading>
      <Facts rows={mandateFacts(props)} />
      <Paragraph>
        Ihre IBAN steht aus Sicherheitsgründen nicht in dieser Nachricht und im PDF nur verkürzt.
      </Paragraph>
      <Heading>So geht es weiter</Heading>
      <Points as="ol" items={nextSteps(props)} />
      <Action to={href(pages.status, { token: props.token })}>Stand des Antrags ansehen</Action>
      <OnlyYours period={linkPeriod('status')} />
      <Paragraph>
        Sie möchten doch nicht? Widerrufen können Sie online, ohne Anmeldung und ohne Begründung:{' '}
        <PageLink to={pages.withdrawalOf(props.applicationId)}>Vertrag widerrufen</PageLink>
      </Paragraph>
    </Letter>
  ),
  example: {
    ...exampleApplication,
    mandateReference: 'SF-20260304-7D2F3C9E1A64',
    creditor: { name: 'Linde & Sohn GmbH', id: 'DE51ZZZ12345678901' },
  },
};

function mandateFacts({ mandateReference, creditor }: CompletionProps) {
  return [
    { label: 'Mandatsreferenz', value: mandateReference },
    { label: 'Gläubiger', value: creditor.name },
    { label: 'Gläubiger-ID', value: creditor.id },
  ];
}

function nextSteps({ frequency, creditor, operator: { insurer } }: CompletionProps) {
  const rhythm = paymentFrequencyLabels[frequency].toLowerCase();
  return [
    'Wir prüfen Ihre Angaben. Fehlt uns etwas, melden wir uns bei Ihnen.',
    `Danach teilen wir Ihnen mit, ob die ${insurer.name} Ihren Antrag annimmt.`,
    `Nach der Annahme zieht die ${creditor.name} den Beitrag ${rhythm} per Lastschrift ein.`,
  ];
}

type ConfirmationProps = Common & Applied & { policyholder: Person; token: string };

/** To the policyholder of an application that somebody else made, with what the applicant gets. */
export const policyholderConfirmation: Mail<ConfirmationProps> = {
  subject: ({ tariff }) => `Bitte bestätigen Sie den Antrag auf den ${tariffNames[tariff]}`,
  preheader: () => 'Jemand hat für Sie eine OP-Versicherung für ein Pferd beantragt.',
  body: (props) => (
    <Letter title="Bitte bestätigen Sie den Antrag" to={greetingOf(props.policyholder)}>
      <Paragraph>
        auf unserer Website hat {personName(fullName(props.applicant))} eine OP-Versicherung für ein Pferd
        beantragt und Sie als Versicherungsnehmer angegeben. Den Vertrag schließen also Sie, mit allen Rechten
        und Pflichten. Deshalb bekommen auch Sie den Antrag und alle Unterlagen
        {props.division ? ' als PDF.' : ': Sie hängen als PDF an dieser Nachricht.'}
      </Paragraph>
      <Paragraph>{notInsuredYet}</Paragraph>
      <Heading>Der Antrag</Heading>
      <Prices rows={factsOf(props)} />
      <Heading>Ist das in Ihrem Sinn?</Heading>
      <Paragraph>
        Bitte sehen Sie sich den Antrag an und sagen Sie uns mit einem Klick, ob Sie ihn bestätigen.
      </Paragraph>
      <Action to={href(pages.confirmation, { token: props.token })}>Antrag ansehen und beantworten</Action>
      <OnlyYours period={linkPeriod('confirm')} />
      <Heading>Sie haben das nicht beantragt?</Heading>
      <Paragraph>
        Dann wählen Sie auf der Seite bitte „{confirmationButtons.refuse}“, oder rufen Sie uns an. Wir
        bearbeiten den Antrag dann nicht weiter und klären die Sache.
      </Paragraph>
    </Letter>
  ),
  example: {
    ...exampleApplication,
    policyholder: { salutation: 'mr', firstName: 'Henning', lastName: 'Petersen' },
  },
};

export const internalCompletion: Mail<CompletionProps> = {
  subject: ({ tariff, applicationId }) =>
    `Neuer Antrag: ${tariffNames[tariff]} (${applicationId.slice(0, 8)})`,
  preheader: ({ tariff, insuranceStart }) => `${tariffNames[tariff]}, Beginn ${formatDay(insuranceStart)}`,
  body: (props) => (
    <>
      <Title>Neuer Antrag</Title>
      <Paragraph>Ein Antrag wurde abgeschlossen und wartet auf Ihre Prüfung.</Paragraph>
      <Prices rows={factsOf(props, applicantFact(props))} />
      <Action to={href(pages.backofficeApplication, { id: props.applicationId })}>
        Antrag im Backoffice öffnen
      </Action>
    </>
  ),
  example: completion.example,
};

function applicantFact({ applicant }: CompletionProps) {
  const name = personName(fullName(applicant));
  return { label: 'Antragsteller', value: `${name} (${salutationLabels[applicant.salutation]})` };
}

type Applied = ChosenTariff & {
  applicationId: string;
  applicant: Person;
  horseName: string;
  insuranceStart: string;
};

/** `more`: between the number and the horse. */
function factsOf(props: Applied, ...more: Fact[]) {
  const number = { label: 'Antragsnummer', value: props.applicationId };
  const horse = { label: 'Pferd', value: mailableName(props.horseName) };
  return [number, ...more, horse, ...selectionFacts(props)];
}

type Selected = ChosenTariff & { annualCents?: number };

export function selectionFacts(selected: Selected) {
  const { tariff, deductible, frequency, periodCents, annualCents, insuranceStart } = selected;
  const { readLabel: label } = horseFields.insuranceStartDate;
  return [
    { label: 'Tarif', value: tariffNames[tariff], strong: true },
    { label: 'Selbstbeteiligung', value: typeset(deductibleLabel(deductible)) },
    { label: 'Zahlweise', value: paymentFrequencyLabels[frequency] },
    { label: 'Beitrag je Zahlung', value: formatMoney(toEuro(periodCents)), strong: true },
    ...(annualCents ? [{ label: 'Jahresbeitrag', value: formatMoney(toEuro(annualCents)) }] : []),
    ...(insuranceStart ? [{ label, value: formatDay(insuranceStart) }] : []),
  ];
}

export function offerRows(facts: OfferFacts) {
  const { number, tariffType, selfParticipation, paymentFrequency, monthlyCents, insuranceStartDate } = facts;
  const { months } = periods[paymentFrequency];
  const selection = {
    tariff: tariffType,
    deductible: selfParticipation,
    frequency: paymentFrequency,
    periodCents: monthlyCents * months,
    // each sum once
    annualCents: months === 12 ? undefined : 12 * monthlyCents,
    insuranceStart: insuranceStartDate,
  };
  return [{ label: 'Angebotsnummer', value: number }, ...selectionFacts(selection), ...birthYearFacts(facts)];
}

type DocumentsProps = Common &
  ChosenTariff & {
    /** Null if the name belongs to another address by now. */
    applicant: Person | null;
  };

/** To the applicant, before anything is declared: all documents, and the Erstinformation in the mail itself. */
export const documentsMail: Mail<DocumentsProps> = {
  subject: ({ tariff }) => `Ihre Unterlagen zum ${tariffNames[tariff]}`,
  preheader: () => 'Alles, was Sie vor Ihrem Antrag lesen sollten.',
  body: (props) => (
    <Letter
      title="Ihre Unterlagen zum Lesen und Aufheben"
      to={props.applicant ? greetingOf(props.applicant) : neutral}
      mistyped="Sie haben keinen Antrag begonnen?"
    >
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
    </Letter>
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
      <Broken lines={block.lines} />
    </Paragraph>
  );
}

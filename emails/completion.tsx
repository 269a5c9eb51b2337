import { linkPeriod, previewToken } from '#domain/access-links';
import type { Operator } from '#domain/operator/operator';
import { paymentFrequencyLabels, tariffNames } from '#domain/tariffs/catalogue';
import { coverSentence, notInsuredYet, waitingSentence } from '#domain/tariffs/waiting';
import { greetingOf, type Person } from '#domain/text/mailable';
import { href, pages } from '#domain/urls';
import {
  Action,
  Closing,
  Facts,
  Heading,
  OnlyYours,
  Paragraph,
  Prices,
  Steps,
  TextLink,
  Title,
} from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';
import { type Applied, tariffFacts } from './tariff-facts';

export type CompletionProps = Common &
  Applied & {
    applicationId: string;
    applicant: Person;
    mandateReference: string;
    /** Of the mandate, which may have another one than later mandates. */
    creditor: Operator['creditor'];
    token: string;
  };

export const completion: Mail<CompletionProps> = {
  subject: ({ tariff }) => `Ihr Antrag auf den ${tariffNames[tariff]} ist bei uns eingegangen`,
  preheader: ({ applicationId }) => `Antragsnummer ${applicationId}`,
  body: (props) => (
    <>
      <Title>Ihr Antrag ist eingegangen</Title>
      <Paragraph>{greetingOf(props.applicant)},</Paragraph>
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
      <Prices
        rows={[{ label: 'Antragsnummer', value: props.applicationId }, ...tariffFacts(props)]}
        operator={props.operator}
      />
      <Heading>Ab wann Ihr Pferd versichert ist</Heading>
      <Paragraph>{coverSentence(props.insuranceStart, props.tariff)}</Paragraph>
      <Paragraph>{waitingSentence}</Paragraph>
      <Heading>Ihr SEPA-Lastschriftmandat</Heading>
      <Facts rows={mandateFacts(props)} />
      <Paragraph>
        Ihre IBAN steht aus Sicherheitsgründen nicht in dieser Nachricht und im PDF nur verkürzt.
      </Paragraph>
      <Heading>So geht es weiter</Heading>
      <Steps items={nextSteps(props)} />
      <Action href={`${props.publicUrl}${href(pages.status, { token: props.token })}`}>
        Stand des Antrags ansehen
      </Action>
      <OnlyYours period={linkPeriod('status')} />
      <Paragraph>
        Sie möchten doch nicht? Widerrufen können Sie online, ohne Anmeldung und ohne Begründung:{' '}
        <TextLink href={`${props.publicUrl}${pages.withdrawalOf(props.applicationId)}`}>
          Vertrag widerrufen
        </TextLink>
      </Paragraph>
      <Closing {...props} />
    </>
  ),
  example: {
    ...exampleSite,
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    applicant: { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' },
    horseName: 'Fjölnir',
    insuranceStart: '2026-03-05',
    tariff: 'premium',
    deductible: 250,
    frequency: 'quarterly',
    periodCents: 19605,
    mandateReference: 'SF-20260304-7D2F3C9E1A64',
    creditor: { name: 'Linde & Sohn GmbH', id: 'DE51ZZZ12345678901' },
    token: previewToken,
  },
};

function mandateFacts(props: CompletionProps) {
  return [
    { label: 'Mandatsreferenz', value: props.mandateReference },
    { label: 'Gläubiger', value: props.creditor.name },
    { label: 'Gläubiger-ID', value: props.creditor.id },
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

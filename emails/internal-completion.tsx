import { formatDay } from '#domain/dates';
import { formatMoney } from '#domain/format';
import { salutationLabels } from '#domain/people';
import {
  deductibleLabel,
  type PaymentFrequency,
  paymentFrequencyLabels,
  type TariffType,
  tariffNames,
} from '#domain/tariffs/catalogue';
import { toEuro } from '#domain/tariffs/premium';
import { pages } from '#domain/urls';
import { Action, Facts, Paragraph, Title } from './blocks';
import { Layout } from './layout';
import type { Person } from './person';

export type InternalCompletionProps = {
  publicUrl: string;
  applicationId: string;
  applicant: Person;
  horseName: string;
  /** `YYYY-MM-DD`. */
  insuranceStart: string;
  tariff: TariffType;
  /** EUR per operation. */
  deductible: number;
  frequency: PaymentFrequency;
  /** What one direct debit takes, in EUR cents. */
  periodCents: number;
};

/** Tells two applications apart by the short id of the staff lists; names nobody. */
export function subject({ tariff, applicationId }: InternalCompletionProps): string {
  return `Neuer Antrag: ${tariffNames[tariff]} (${applicationId.slice(0, 8)})`;
}

/** To the staff: an application waits to be reviewed. */
export function InternalCompletionMail(props: InternalCompletionProps) {
  return (
    <Layout
      publicUrl={props.publicUrl}
      title={subject(props)}
      preview={`${tariffNames[props.tariff]}, Beginn ${formatDay(props.insuranceStart)}`}
    >
      <Title>Neuer Antrag</Title>
      <Paragraph>Ein Antrag wurde abgeschlossen und wartet auf Ihre Prüfung.</Paragraph>
      <Facts rows={facts(props)} />
      <Action href={`${props.publicUrl}${pages.backofficeApplication(props.applicationId)}`}>
        Antrag im Backoffice öffnen
      </Action>
    </Layout>
  );
}

function facts(props: InternalCompletionProps) {
  const { salutation, firstName, lastName } = props.applicant;
  return [
    { label: 'Antragsnummer', value: props.applicationId },
    { label: 'Antragsteller', value: `${firstName} ${lastName} (${salutationLabels[salutation]})` },
    { label: 'Pferd', value: props.horseName },
    { label: 'Tarif', value: tariffNames[props.tariff], strong: true },
    { label: 'Selbstbeteiligung', value: deductibleLabel(props.deductible) },
    { label: 'Zahlweise', value: paymentFrequencyLabels[props.frequency] },
    { label: 'Beitrag je Zahlung', value: formatMoney(toEuro(props.periodCents)), strong: true },
    { label: 'Versicherungsbeginn', value: formatDay(props.insuranceStart) },
  ];
}

export const previewProps: InternalCompletionProps = {
  publicUrl: 'https://www.sattelfest.example',
  applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
  applicant: { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' },
  horseName: 'Fjölnir',
  insuranceStart: '2026-03-05',
  tariff: 'premium',
  deductible: 250,
  frequency: 'quarterly',
  periodCents: 19605,
};

import { formatDay } from '#domain/dates';
import { formatMoney } from '#domain/format';
import { salutationLabels } from '#domain/people';
import { deductibleLabel, paymentFrequencyLabels, tariffNames } from '#domain/tariffs/catalogue';
import { toEuro } from '#domain/tariffs/premium';
import { href, pages } from '#domain/urls';
import { Action, Facts, Paragraph, Title } from './blocks';
import { type CompletionProps, completion } from './completion';
import type { Mail } from './render';

/** To the staff: an application waits to be reviewed. */
export const internalCompletion: Mail<CompletionProps> = {
  // tells two applications apart by the short id of the staff lists
  subject: ({ tariff, applicationId }) =>
    `Neuer Antrag: ${tariffNames[tariff]} (${applicationId.slice(0, 8)})`,
  preheader: ({ tariff, insuranceStart }) => `${tariffNames[tariff]}, Beginn ${formatDay(insuranceStart)}`,
  body: (props) => (
    <>
      <Title>Neuer Antrag</Title>
      <Paragraph>Ein Antrag wurde abgeschlossen und wartet auf Ihre Prüfung.</Paragraph>
      <Facts rows={facts(props)} />
      <Action href={`${props.publicUrl}${href(pages.backofficeApplication, { id: props.applicationId })}`}>
        Antrag im Backoffice öffnen
      </Action>
    </>
  ),
  example: completion.example,
};

function facts(props: CompletionProps) {
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

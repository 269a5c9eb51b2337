import { formatDay } from '#domain/dates';
import { formatMoney, typeset } from '#domain/format';
import { horseFields } from '#domain/steps/horse';
import {
  deductibleLabel,
  type PaymentFrequency,
  paymentFrequencyLabels,
  type TariffType,
  tariffNames,
} from '#domain/tariffs/catalogue';
import { toEuro } from '#domain/tariffs/premium';
import { mailableName } from '#domain/text/mailable';

export type Applied = {
  horseName: string;
  insuranceStart: string;
  tariff: TariffType;
  /** EUR per operation. */
  deductible: number;
  frequency: PaymentFrequency;
  /** Amount of one direct debit. */
  periodCents: number;
};

export function tariffFacts(props: Applied) {
  return [
    { label: 'Pferd', value: mailableName(props.horseName) },
    { label: 'Tarif', value: tariffNames[props.tariff], strong: true },
    { label: 'Selbstbeteiligung', value: typeset(deductibleLabel(props.deductible)) },
    { label: 'Zahlweise', value: paymentFrequencyLabels[props.frequency] },
    { label: 'Beitrag je Zahlung', value: formatMoney(toEuro(props.periodCents)), strong: true },
    { label: horseFields.insuranceStartDate.readLabel, value: formatDay(props.insuranceStart) },
  ];
}

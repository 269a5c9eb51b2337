import { formatDay } from '#domain/dates';
import type { Offer } from '#domain/document-kinds';
import { formatMoney, typeset } from '#domain/format';
import { birthYearFacts, type OfferFacts } from '#domain/offers/offers';
import { horseFields } from '#domain/steps/horse';
import { deductibleLabel, paymentFrequencyLabels, tariffNames } from '#domain/tariffs/catalogue';
import { periods, toEuro } from '#domain/tariffs/premium';
import { mailableName } from '#domain/text/mailable';

export type Applied = Offer & { horseName: string; insuranceStart: string };

export function tariffFacts(props: Applied) {
  return [{ label: 'Pferd', value: mailableName(props.horseName) }, ...selectionFacts(props)];
}

type Selected = Offer & { annualCents?: number };

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

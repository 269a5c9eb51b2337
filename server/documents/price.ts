import type { AllSets } from '#domain/application';
import { factsOf } from '#domain/facts';
import { formatMoney, formatPercent } from '#domain/format';
import { horseFields } from '#domain/steps/horse';
import { tariffFields } from '#domain/steps/tariff';
import { type PaymentFrequency, perPeriod, tariffNames } from '#domain/tariffs/catalogue';
import { instalmentCents, periods, surchargeAge, surchargeOf, toEuro } from '#domain/tariffs/premium';
import { coverSentence, waitingSentence } from '#domain/tariffs/waiting';
import { type Copy, dayOf } from './content';

type Selection = AllSets['tariff-selection'];

/** The stored price: today's catalogue is not used. */
export function priceOf(selection: Selection, copy: Copy) {
  const { tariffType, paymentFrequency, monthlyPremium, annualPremium } = selection;
  const horse = copy.sets['horse-data'];
  const surcharge = surchargeOf(copy.ageSurchargePercent, horse?.birthDate ?? null, dayOf(copy));
  const { tariffType: _, ...chosen } = factsOf(tariffFields, selection);
  const amount = formatMoney(toEuro(instalmentCents(selection)));
  return {
    tariff: tariffNames[tariffType],
    /** Amount of one direct debit, such as `133,74 €`, and how often: `im Vierteljahr`. */
    amount,
    rhythm: perPeriod[paymentFrequency],
    facts: [
      ...(horse ? [factsOf(horseFields, horse).insuranceStartDate] : []),
      ...Object.values(chosen),
      { label: 'Monatsbeitrag', value: formatMoney(monthlyPremium) },
      { label: 'Beitrag je Zahlung', value: amount },
      { label: 'Jahresbeitrag', value: formatMoney(annualPremium) },
    ],
    notes: [
      ...notesOf(paymentFrequency, surcharge),
      waitingSentence,
      ...(horse ? [coverSentence(horse.insuranceStartDate, tariffType)] : []),
    ],
  };
}

function notesOf(paymentFrequency: PaymentFrequency, surchargePercent: number): string[] {
  const { discountPercent } = periods[paymentFrequency];
  const surcharge = `Enthalten ist ein Alterszuschlag von ${formatPercent(surchargePercent)} für Pferde ab ${surchargeAge} Jahren.`;
  const discount = `Abgezogen ist ein Nachlass von ${formatPercent(discountPercent)} für die Zahlweise.`;
  return [...(surchargePercent > 0 ? [surcharge] : []), ...(discountPercent > 0 ? [discount] : [])];
}

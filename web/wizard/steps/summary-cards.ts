import type { AllSets } from '#domain/application';
import { maskIban } from '#domain/bank/numbers';
import { type Fact, factsOf } from '#domain/facts';
import { formatMoney } from '#domain/format';
import type { SetKey } from '#domain/steps/all';
import { contactFields } from '#domain/steps/contact';
import { horseFields } from '#domain/steps/horse';
import { policyholderFields } from '#domain/steps/policyholder';
import { mandateFields } from '#domain/steps/sepa';
import { tariffFields } from '#domain/steps/tariff';
import { perPeriod } from '#domain/tariffs/catalogue';
import { instalmentCents, toEuro } from '#domain/tariffs/premium';

export const cardFacts: { [K in SetKey]: (record: AllSets[K]) => Fact[] } = {
  'horse-data': (horse) => Object.values(factsOf(horseFields, horse)),
  'contact-data': (contact) => Object.values(factsOf(contactFields, contact)),
  'tariff-selection': (selection) => [
    ...Object.values(factsOf(tariffFields, selection)),
    { label: 'Beitrag', value: contribution(selection) },
  ],
  'policyholder-info': (person) => {
    const { salutation: name, birthDate, street, zipCode, ...more } = factsOf(policyholderFields, person);
    const address = { label: 'Anschrift', value: `${street.value}, ${zipCode.value}` };
    return [name, birthDate, address, ...Object.values(more)];
  },
  'sepa-mandate': ({ ibanMasked, ...mandate }) =>
    Object.values(factsOf(mandateFields, { ...mandate, iban: ibanMasked ?? maskIban(mandate.iban) })),
};

/** The price of one payment: `119,31 € im Vierteljahr`. */
export function contribution(selection: AllSets['tariff-selection']): string {
  return `${formatMoney(toEuro(instalmentCents(selection)))} ${perPeriod[selection.paymentFrequency]}`;
}

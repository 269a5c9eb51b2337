import { type AllSets, setFields } from '#domain/application';
import { maskIban } from '#domain/bank/numbers';
import { type Fact, factsOf } from '#domain/facts';
import { formatMoney } from '#domain/format';
import type { SetKey } from '#domain/steps/all';
import { policyholderFields } from '#domain/steps/policyholder';
import { perPeriod } from '#domain/tariffs/catalogue';
import { instalmentCents, toEuro } from '#domain/tariffs/premium';

export const cardFacts: { [K in SetKey]: (record: AllSets[K]) => Fact[] } = {
  'horse-data': (horse) => Object.values(factsOf(setFields['horse-data'], horse)),
  'contact-data': (contact) => Object.values(factsOf(setFields['contact-data'], contact)),
  'tariff-selection': (selection) => [
    ...Object.values(factsOf(setFields['tariff-selection'], selection)),
    { label: 'Beitrag', value: contribution(selection) },
  ],
  'policyholder-info': (person) => {
    const { salutation: name, birthDate, street, zipCode, ...more } = factsOf(policyholderFields, person);
    const address = { label: 'Anschrift', value: `${street.value}, ${zipCode.value}` };
    return [name, birthDate, address, ...Object.values(more)];
  },
  'sepa-mandate': ({ ibanMasked, ...mandate }) =>
    Object.values(
      factsOf(setFields['sepa-mandate'], { ...mandate, iban: ibanMasked ?? maskIban(mandate.iban) }),
    ),
};

/** The price of one payment: `119,31 € im Vierteljahr`. */
export function contribution(selection: AllSets['tariff-selection']): string {
  return `${formatMoney(toEuro(instalmentCents(selection)))} ${perPeriod[selection.paymentFrequency]}`;
}

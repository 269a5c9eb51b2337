/** Rows of the overview's five cards. */
import type { AllSets } from '#domain/application';
import { maskIban } from '#domain/bank/iban';
import { formatDay } from '#domain/dates';
import { formatMoney } from '#domain/format';
import { salutationLabels } from '#domain/people';
import type { SetKey } from '#domain/steps/all';
import { genderLabels } from '#domain/steps/horse';
import { deductibleLabel, paymentFrequencyLabels, tariffNames } from '#domain/tariffs/catalogue';
import { periods } from '#domain/tariffs/premium';
import { perPeriod } from './tariff-form';

type Rows = [name: string, value: string][];

export const cardTitles: Record<SetKey, string> = {
  'horse-data': 'Pferdedaten',
  'contact-data': 'Kontaktdaten',
  'tariff-selection': 'Tarifauswahl',
  'policyholder-info': 'Versicherungsnehmer',
  'sepa-mandate': 'SEPA-Lastschriftmandat',
};

export const cardRows: { [K in SetKey]: (record: AllSets[K]) => Rows } = {
  'horse-data': (horse) => [
    ['Versicherungsbeginn', formatDay(horse.insuranceStartDate)],
    ['Name des Pferdes', horse.horseName],
    ['Geburtsdatum', formatDay(horse.birthDate)],
    ['Geschlecht', genderLabels[horse.gender]],
    ['Lebensnummer', horse.chipNumber ?? ''],
  ],
  'contact-data': (contact) => [
    ['Name', personName(contact)],
    ['E-Mail', contact.email],
    ['Telefon', contact.phone],
  ],
  'tariff-selection': (tariff) => [
    ['Tarif', tariffNames[tariff.tariffType]],
    ['Selbstbeteiligung', deductibleLabel(tariff.selfParticipation)],
    ['Zahlweise', paymentFrequencyLabels[tariff.paymentFrequency]],
    ['Beitrag', contribution(tariff)],
  ],
  'policyholder-info': (person) => [
    ['Name', personName(person)],
    ['Geburtsdatum', formatDay(person.birthDate)],
    ['Anschrift', `${person.street} ${person.houseNumber}, ${person.zipCode} ${person.city}`],
    ['E-Mail', person.email],
    ['Telefon', person.phone],
  ],
  'sepa-mandate': (mandate) => [
    ['Kontoinhaber', mandate.accountHolder],
    ['IBAN', mandate.ibanMasked ?? maskIban(mandate.iban)],
    ['BIC', mandate.bic],
    ['Bank', mandate.bankName],
  ],
};

function personName(person: AllSets['contact-data'] | AllSets['policyholder-info']): string {
  return `${salutationLabels[person.salutation]} ${person.firstName} ${person.lastName}`;
}

/** What a selection costs, and how often: `119,31 € pro Quartal`. */
export function contribution({ monthlyPremium, paymentFrequency }: AllSets['tariff-selection']): string {
  const total = (Math.round(monthlyPremium * 100) * periods[paymentFrequency].months) / 100;
  return `${formatMoney(total)} ${perPeriod[paymentFrequency]}`;
}

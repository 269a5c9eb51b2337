/** What staff read of each data set, as names and values; a missing value is null. */
import type { ApplicationDetails } from '#domain/backoffice/applications';
import { groupIban } from '#domain/bank/iban';
import { creditor } from '#domain/company';
import { formatDay, horseAge } from '#domain/dates';
import { formatMoney } from '#domain/format';
import { mailHref, phoneHref } from '#domain/links';
import { type Salutation, salutationLabels } from '#domain/people';
import { genderLabels } from '#domain/steps/horse';
import { paymentFrequencyLabels, tariffNames } from '#domain/tariffs/catalogue';
import { periods, toEuro } from '#domain/tariffs/premium';

export type Fact = { name: string; value: string | null; href?: string };

type Known<Key extends keyof ApplicationDetails> = NonNullable<ApplicationDetails[Key]>;

/** `today` (YYYY-MM-DD) is the day on which the horse is as old as shown. */
export function horseFacts(horse: Known<'horseData'>, today: string): Fact[] {
  return [
    { name: 'Versicherungsbeginn', value: formatDay(horse.insuranceStartDate) },
    { name: 'Name des Pferdes', value: horse.horseName },
    { name: 'Geburtsdatum', value: formatDay(horse.birthDate) },
    { name: 'Alter', value: yearsOf(horse.birthDate, today) },
    { name: 'Geschlecht', value: genderLabels[horse.gender] },
    { name: 'Lebensnummer', value: horse.chipNumber },
    { name: 'Voraussetzungen bestätigt', value: yesNo(horse.requirementsConsent) },
  ];
}

export function contactFacts(contact: Known<'contactData'>): Fact[] {
  return [
    { name: 'Name', value: nameOf(contact) },
    ...reach(contact),
    { name: 'Datenverarbeitung zugestimmt', value: yesNo(contact.dataProcessingConsent) },
  ];
}

export function tariffFacts(selection: Known<'tariffSelection'>): Fact[] {
  const { selfParticipation, paymentFrequency, monthlyPremium, annualPremium } = selection;
  return [
    { name: 'Gewählter Tarif', value: tariffNames[selection.tariff] },
    { name: 'Selbstbeteiligung', value: deductible(selfParticipation) },
    { name: 'Zahlweise', value: paymentFrequencyLabels[paymentFrequency] },
    { name: 'Monatsbeitrag', value: formatMoney(monthlyPremium) },
    ...instalment(selection),
    { name: 'Jahresbeitrag', value: formatMoney(annualPremium) },
  ];
}

export function policyholderFacts(person: Known<'policyholderInfo'>): Fact[] {
  return [
    { name: 'Name', value: nameOf(person) },
    { name: 'Geburtsdatum', value: formatDay(person.birthDate) },
    { name: 'Straße und Hausnummer', value: `${person.street} ${person.houseNumber}` },
    { name: 'PLZ und Ort', value: `${person.zipCode} ${person.city}` },
    ...reach(person),
    { name: 'Andere Person als der Kontakt', value: yesNo(person.differentPolicyholder) },
  ];
}

export function mandateFacts(mandate: Known<'sepaMandate'>): Fact[] {
  return [
    { name: 'Kontoinhaber', value: mandate.accountHolder },
    { name: 'IBAN', value: groupIban(mandate.iban) },
    { name: 'BIC', value: mandate.bic },
    { name: 'Bank', value: mandate.bankName },
    { name: 'Mandat erteilt', value: yesNo(mandate.mandateAccepted) },
    { name: 'Mandatsreferenz', value: mandate.mandateReference },
    { name: 'Gläubiger-ID', value: creditor.id },
  ];
}

type Person = { salutation: Salutation; firstName: string; lastName: string; email: string; phone: string };

function nameOf({ salutation, firstName, lastName }: Person): string {
  return `${salutationLabels[salutation]} ${firstName} ${lastName}`;
}

function reach({ email, phone }: Person): Fact[] {
  return [
    { name: 'E-Mail', value: email, href: mailHref(email) },
    { name: 'Telefon', value: phone, href: phoneHref(phone) },
  ];
}

/** What is paid at once, where that is neither the month nor the year. */
function instalment({ paymentFrequency, monthlyPremium }: Known<'tariffSelection'>): Fact[] {
  const { months } = periods[paymentFrequency];
  if (months === 1 || months === 12) return [];
  const cents = Math.round(monthlyPremium * 100) * months;
  return [{ name: `Beitrag für ${months} Monate`, value: formatMoney(toEuro(cents)) }];
}

function deductible(amount: number): string {
  return amount === 0 ? `${formatMoney(0)} (ohne SB)` : formatMoney(amount);
}

function yearsOf(birthDate: string, today: string): string {
  const years = Math.floor(horseAge(birthDate, today));
  return years === 1 ? '1 Jahr' : `${years} Jahre`;
}

function yesNo(value: boolean): string {
  return value ? 'Ja' : 'Nein';
}

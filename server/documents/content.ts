/** What the document of an application says, in order; how it looks is a matter of the other files here. */
import type { AllSets } from '#domain/application';
import { maskIban } from '#domain/bank/iban';
import { creditor } from '#domain/company';
import { consents, mandateText } from '#domain/consents';
import { berlinDay, formatDay, horseAge } from '#domain/dates';
import { type Salutation, salutationLabels } from '#domain/people';
import { genderLabels, requirements } from '#domain/steps/horse';

/** A completed application; `completedAt` is an ISO 8601 instant. */
export type Completed = { applicationId: string; sets: AllSets; completedAt: string };

export type Fact = { label: string; value: string };
export type Section = {
  title: string;
  facts: Fact[];
  /** What the applicant declared, word for word: plain paragraphs, and points under the one before. */
  declared: { text: string; points?: readonly string[] }[];
};

/** All data sets but the tariff, which has a box of its own. */
export function sectionsOf({ sets, completedAt }: Completed): Section[] {
  return [
    horseSection(sets['horse-data'], berlinDay(new Date(completedAt))),
    policyholderSection(sets['policyholder-info']),
    contactSection(sets['contact-data']),
    mandateSection(sets['sepa-mandate']),
    { title: 'Erklärung beim Absenden', facts: [], declared: [{ text: quoted(consents.submission) }] },
  ];
}

function horseSection(horse: AllSets['horse-data'], today: string): Section {
  return {
    title: 'Pferd',
    facts: [
      { label: 'Name des Pferdes', value: horse.horseName },
      { label: 'Geschlecht', value: genderLabels[horse.gender] },
      { label: 'Geburtsdatum', value: formatDay(horse.birthDate) },
      { label: 'Alter bei Antragstellung', value: years(Math.floor(horseAge(horse.birthDate, today))) },
      { label: 'Lebensnummer', value: horse.chipNumber ?? 'Nicht angegeben' },
    ],
    declared: [
      { text: 'Voraussetzungen für die Versicherung:', points: requirements },
      { text: quoted(consents.requirements) },
    ],
  };
}

function policyholderSection(person: AllSets['policyholder-info']): Section {
  return {
    title: 'Versicherungsnehmer',
    facts: [
      { label: 'Name', value: nameOf(person) },
      { label: 'Geburtsdatum', value: formatDay(person.birthDate) },
      { label: 'Straße und Hausnummer', value: `${person.street} ${person.houseNumber}` },
      { label: 'PLZ und Ort', value: `${person.zipCode} ${person.city}` },
      ...reach(person),
    ],
    declared: [],
  };
}

function contactSection(contact: AllSets['contact-data']): Section {
  return {
    title: 'Kontakt',
    facts: [{ label: 'Name', value: nameOf(contact) }, ...reach(contact)],
    declared: [{ text: quoted(consents.dataProcessing) }],
  };
}

function mandateSection(mandate: AllSets['sepa-mandate']): Section {
  return {
    title: 'SEPA-Lastschriftmandat',
    facts: [
      { label: 'Gläubiger', value: creditor.name },
      { label: 'Gläubiger-ID', value: creditor.id },
      { label: 'Mandatsreferenz', value: mandate.mandateReference ?? '' },
      { label: 'Kontoinhaber', value: mandate.accountHolder },
      { label: 'IBAN (verkürzt)', value: maskIban(mandate.iban) },
      { label: 'BIC', value: mandate.bic },
      { label: 'Bank', value: mandate.bankName },
    ],
    declared: [...mandateText(creditor.name).map((text) => ({ text })), { text: quoted(consents.mandate) }],
  };
}

type Person = { salutation: Salutation; firstName: string; lastName: string };

function nameOf({ salutation, firstName, lastName }: Person): string {
  return `${salutationLabels[salutation]} ${firstName} ${lastName}`;
}

function reach({ email, phone }: { email: string; phone: string }): Fact[] {
  return [
    { label: 'E-Mail', value: email },
    { label: 'Telefon', value: phone },
  ];
}

function years(count: number): string {
  return count === 1 ? '1 Jahr' : `${count} Jahre`;
}

function quoted(text: string): string {
  return `„${text}“`;
}

/** The five data sets: their rules, and what their fields say (docs/product.md, "Field rules"). */
import { Enum, Object as ObjectType, Optional, type Static, String as StringType } from 'typebox';
import { ibanLength, isBic, isIban, longestBic, normaliseNumber } from '../bank/numbers';
import { addDays, calendarAge, horseAge, monthsAfter, yearsBefore } from '../dates';
import type { Fields } from '../facts';
import { choice, consent, day, maximum, optionalConsent, optionalText, rule, text } from '../fields';
import { formatPercent } from '../format';
import { keysOf } from '../keys';
import { consents, reminderConsent } from '../law/wordings';
import { emailRule, nameFields, nameRules, phoneRule, reachFields } from '../people';
import {
  deductibleLabel,
  deductibles,
  type PaymentFrequency,
  paymentFrequencies,
  paymentFrequencyLabels,
  tariffNames,
  tariffTypes,
} from '../tariffs/catalogue';
import { periods } from '../tariffs/premium';
import type { SetKey } from './all';

const genderLabels = { stallion: 'Hengst', mare: 'Stute', gelding: 'Wallach' };
export type Gender = keyof typeof genderLabels;

export const oldestHorse = 60;

export function horseData(today: string) {
  const [latest, oldest] = [latestInsuranceStart(today), yearsBefore(today, oldestHorse)];
  const start = day('Bitte wählen Sie ein Datum');
  const birth = day('Bitte wählen Sie ein Geburtsdatum');
  const born = rule(birth, (value) => value <= today, 'Das Geburtsdatum darf nicht in der Zukunft liegen');
  const ahead = rule(
    start,
    (value) => value >= today,
    'Der Versicherungsbeginn darf nicht in der Vergangenheit liegen',
  );
  return ObjectType({
    insuranceStartDate: rule(
      ahead,
      (value) => value <= latest,
      'Der Versicherungsbeginn darf höchstens ein Jahr in der Zukunft liegen',
    ),
    horseName: text('Bitte geben Sie den Namen Ihres Pferdes ein'),
    birthDate: rule(born, (value) => value >= oldest, 'Bitte prüfen Sie das Geburtsdatum'),
    gender: choice(keysOf(genderLabels), 'Bitte wählen Sie das Geschlecht Ihres Pferdes'),
    chipNumber: optionalText(),
    requirementsConsent: consent('Sie müssen den Versicherungsvoraussetzungen zustimmen'),
  });
}

export type HorseData = Static<ReturnType<typeof horseData>>;

export const horseFields = {
  insuranceStartDate: {
    label: 'Versicherungsbeginn',
    // the insurer has not agreed to it yet
    readLabel: 'Gewünschter Versicherungsbeginn',
    kind: 'date',
    hint: [
      'Wunschtermin: heute bis höchstens ein Jahr voraus. Verbindlich ist Ihr Versicherungsschein.',
      'Kündigen Sie eine alte Versicherung erst, wenn die neue bestätigt ist.',
    ],
  },
  horseName: { label: 'Name des Pferdes' },
  birthDate: { label: 'Geburtsdatum', kind: 'date', hint: 'Steht im Equidenpass' },
  gender: { label: 'Geschlecht', options: genderLabels, placeholder: 'Bitte wählen' },
  chipNumber: {
    label: 'Lebensnummer (falls vorhanden)',
    readLabel: 'Lebensnummer',
    kind: 'code',
    hint: 'Aus dem Equidenpass. Jetzt freiwillig; im Schadensfall muss sie auf der Tierarztrechnung stehen.',
  },
  requirementsConsent: { label: 'Voraussetzungen', sentence: consents.requirements },
} satisfies Fields<HorseData>;

/** `1 Jahr`, `8 Jahre`: the age of a horse on a day. */
export function ageText(birthDate: string, day: string): string {
  const years = Math.floor(horseAge(birthDate, day));
  return years === 1 ? '1 Jahr' : `${years} Jahre`;
}

export function defaultInsuranceStart(today: string): string {
  return addDays(today, 1);
}

/** The same day of the next year; a year after 29 February ends on 28 February (BGB § 188 (3)). */
export function latestInsuranceStart(today: string): string {
  return monthsAfter(today, 12);
}

export const minimumAge = 18;
export const earliestBirth = '1900-01-01';

export function policyholderInfo(today: string) {
  const adult = rule(
    day('Bitte wählen Sie ein Datum'),
    (value) => calendarAge(value, today) >= minimumAge,
    'Der Versicherungsnehmer muss mindestens 18 Jahre alt sein',
  );
  const postalCode = 'Bitte geben Sie eine gültige Postleitzahl ein';
  return ObjectType({
    ...nameRules,
    birthDate: rule(adult, (value) => value >= earliestBirth, 'Bitte prüfen Sie das Geburtsdatum'),
    street: text('Bitte geben Sie Ihre Straße ein', maximum.street),
    houseNumber: text('Bitte geben Sie Ihre Hausnummer ein', maximum.code),
    zipCode: rule(text(postalCode, maximum.code), (value) => value.length >= 5, postalCode),
    city: text('Bitte geben Sie Ihren Wohnort ein'),
    email: emailRule,
    phone: phoneRule,
  });
}

export type PolicyholderInfo = Static<ReturnType<typeof policyholderInfo>>;

export const policyholderFields = {
  ...nameFields,
  birthDate: { label: 'Geburtsdatum', kind: 'date', autoComplete: 'bday' },
  street: { label: 'Straße', readLabel: 'Straße und Hausnummer', autoComplete: 'address-line1' },
  houseNumber: { label: 'Hausnummer', joined: true },
  zipCode: { label: 'PLZ', readLabel: 'PLZ und Ort', kind: 'digits', autoComplete: 'postal-code' },
  city: { label: 'Ort', joined: true, autoComplete: 'address-level2' },
  ...reachFields,
} satisfies Fields<PolicyholderInfo>;

export function prefillFromContact(contact: ContactData | null): Partial<PolicyholderInfo> {
  if (!contact) return {};
  const { salutation, firstName, lastName, email, phone } = contact;
  return { salutation, firstName, lastName, email, phone };
}

function contactData() {
  return ObjectType({
    ...nameRules,
    email: emailRule,
    phone: phoneRule,
    dataProcessingConsent: consent('Sie müssen der Datenverarbeitung zustimmen'),
    reminderConsent: optionalConsent(),
  });
}

export type ContactData = Static<ReturnType<typeof contactData>>;

export const contactFields = {
  ...nameFields,
  ...reachFields,
  dataProcessingConsent: { label: 'Datenverarbeitung', sentence: consents.dataProcessing },
  reminderConsent: { label: 'Erinnerungen', sentence: reminderConsent },
} satisfies Fields<ContactData>;

/** A browser that has come by a link of somebody else wants to save another address. */
export const foreignAddress = 'Diese E-Mail-Adresse gehört nicht zu diesem Antrag';

const ibanMessage = 'Bitte geben Sie eine gültige IBAN ein';
const bicMessage = 'Bitte geben Sie eine gültige BIC ein';

/** Schema of the mandate. A checked IBAN or BIC has no blanks, and its letters are capitals. */
function sepaMandate() {
  const iban = StringType({ errorMessage: ibanMessage, normalise: normaliseNumber });
  const shortIban = rule(iban, (value) => value.length <= ibanLength.max, 'IBAN ist zu lang');
  const bic = StringType({ errorMessage: bicMessage, normalise: normaliseNumber });
  const shortBic = rule(bic, (value) => value.length <= longestBic, 'BIC ist zu lang');
  return ObjectType({
    accountHolder: text('Bitte geben Sie den Kontoinhaber ein'),
    iban: rule(shortIban, isIban, ibanMessage),
    bic: rule(shortBic, isBic, bicMessage),
    bankName: text('Bitte geben Sie den Namen Ihrer Bank ein'),
    mandateConsent: consent('Sie müssen dem SEPA-Mandat zustimmen'),
  });
}

export type SepaMandate = Static<ReturnType<typeof sepaMandate>>;

export const mandateFields = {
  accountHolder: {
    label: 'Kontoinhaber',
    autoComplete: 'name',
    hint: 'Genau so, wie Ihre Bank Sie führt. Sonst können Erstattungen stocken.',
  },
  iban: {
    label: 'IBAN',
    kind: 'code',
    placeholder: 'DE00 0000 0000 0000 0000 00',
    hint: 'Mit oder ohne Leerzeichen',
  },
  bic: { label: 'BIC', kind: 'code' },
  bankName: { label: 'Name der Bank', readLabel: 'Bank' },
  mandateConsent: { label: 'SEPA-Mandat', sentence: consents.mandate },
} satisfies Fields<SepaMandate>;

export function prefillFromPolicyholder(person: PolicyholderInfo | null): Partial<SepaMandate> {
  return person ? { accountHolder: `${person.firstName} ${person.lastName}` } : {};
}

const deductibleMessage = 'Bitte wählen Sie eine Selbstbeteiligung';

export function choiceRules() {
  return {
    tariffType: choice(tariffTypes, 'Bitte wählen Sie einen Tarif'),
    selfParticipation: Enum([...deductibles], { errorMessage: deductibleMessage }),
    paymentFrequency: choice(paymentFrequencies, 'Bitte wählen Sie eine Zahlweise'),
  };
}

function tariffSelection() {
  const { paymentFrequency, ...rules } = choiceRules();
  return ObjectType({ ...rules, paymentFrequency: Optional(paymentFrequency) });
}

type TariffSelection = Static<ReturnType<typeof tariffSelection>>;

const discount = (frequency: PaymentFrequency) => formatPercent(periods[frequency].discountPercent);

export const tariffFields = {
  tariffType: { label: 'Tarif', options: tariffNames },
  selfParticipation: {
    label: 'Selbstbeteiligung',
    options: Object.fromEntries(deductibles.map((amount) => [amount, deductibleLabel(amount)])),
  },
  paymentFrequency: {
    label: 'Zahlweise',
    options: paymentFrequencyLabels,
    hint: `Bei halbjährlicher Zahlung sparen Sie ${discount('semiannual')}, bei jährlicher ${discount('annual')}.`,
  },
} satisfies Fields<TariffSelection>;

export const setSchemas = {
  'horse-data': horseData,
  'contact-data': contactData,
  'tariff-selection': tariffSelection,
  'policyholder-info': policyholderInfo,
  'sepa-mandate': sepaMandate,
} satisfies Record<SetKey, unknown>;

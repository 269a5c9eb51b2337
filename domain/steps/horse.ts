/** Data set of step 1: the horse and the start of its insurance (docs/product.md, "Field rules"). */
import { Object as ObjectType, type Static } from 'typebox';
import { addDays, horseAge, monthsAfter, yearsBefore } from '../dates';
import type { Fields } from '../facts';
import { choice, consent, day, optionalText, rule, text } from '../fields';
import { keysOf } from '../keys';
import { consents } from '../law/wordings';

const genderLabels = { stallion: 'Hengst', mare: 'Stute', gelding: 'Wallach' };
export type Gender = keyof typeof genderLabels;

export const oldestHorse = 60;

export function horseData(today: string) {
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
      (value) => value <= latestInsuranceStart(today),
      'Der Versicherungsbeginn darf höchstens ein Jahr in der Zukunft liegen',
    ),
    horseName: text('Bitte geben Sie den Namen Ihres Pferdes ein'),
    birthDate: rule(
      born,
      (value) => value >= yearsBefore(today, oldestHorse),
      'Bitte prüfen Sie das Geburtsdatum',
    ),
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

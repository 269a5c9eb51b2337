// ASVS 1.3.3, 1.4.2, 2.1.1, 2.2.1, 2.1.2, 2.2.3
import { describe, expect, test } from 'bun:test';
import { checkSet, missingSets } from '#domain/application';
import { addDays } from '#domain/dates';
import type { FieldError } from '#domain/fields';
import { setKeys } from '#domain/steps/all';
import { cast, johanna } from '#tests/support/people';
import { right, today, wrong } from './rules';

const errorsOf = (key: (typeof setKeys)[number], input: unknown, day = today): FieldError[] => {
  const checked = checkSet(key, day, input);
  return checked.ok ? [] : checked.errors;
};
const byPath = (errors: FieldError[]) =>
  Object.fromEntries(errors.map(({ path, message }) => [path, message]));

for (const key of setKeys) {
  describe(key, () => {
    test.each(Object.entries(cast))('accepts the entries of %s', (_, person) => {
      expect(checkSet(key, today, person[key])).toEqual({ ok: true, value: person[key] });
    });

    test.each(right[key])('accepts %s', (_, change) => {
      expect(errorsOf(key, { ...johanna[key], ...change })).toEqual([]);
    });

    test.each(wrong[key])('refuses %s', (_, change, path, message) => {
      const errors = errorsOf(key, { ...johanna[key], ...change });
      expect(errors).toEqual([{ path, message: message ?? expect.stringMatching(/\S/) }]);
    });

    test.each([[null], [undefined], [[]], ['x'], [7], [true]])(
      'refuses %p with the errors of an empty form',
      (input) => {
        expect(byPath(errorsOf(key, input))).toEqual(byPath(errorsOf(key, {})));
      },
    );

    test('drops unknown fields', () => {
      const input = { ...johanna[key], id: 'x', applicationId: 'y', monthlyPremium: 0.01, annualPremium: 1 };
      expect(checkSet(key, today, input)).toEqual({ ok: true, value: johanna[key] });
    });
  });
}

describe('an empty form', () => {
  const names = {
    salutation: 'Bitte wählen Sie eine Anrede',
    firstName: 'Bitte geben Sie Ihren Vornamen ein',
    lastName: 'Bitte geben Sie Ihren Nachnamen ein',
    email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
    phone: 'Bitte geben Sie Ihre Telefonnummer ein',
  };
  const messages = {
    'horse-data': {
      insuranceStartDate: 'Bitte wählen Sie ein Datum',
      horseName: 'Bitte geben Sie den Namen Ihres Pferdes ein',
      birthDate: 'Bitte wählen Sie ein Geburtsdatum',
      gender: 'Bitte wählen Sie das Geschlecht Ihres Pferdes',
      requirementsConsent: 'Sie müssen den Versicherungsvoraussetzungen zustimmen',
    },
    'contact-data': { ...names, dataProcessingConsent: 'Sie müssen der Datenverarbeitung zustimmen' },
    'tariff-selection': {
      tariffType: 'Bitte wählen Sie einen Tarif',
      selfParticipation: 'Bitte wählen Sie eine Selbstbeteiligung',
    },
    'policyholder-info': {
      ...names,
      birthDate: 'Bitte wählen Sie ein Datum',
      street: 'Bitte geben Sie Ihre Straße ein',
      houseNumber: 'Bitte geben Sie Ihre Hausnummer ein',
      zipCode: 'Bitte geben Sie eine gültige Postleitzahl ein',
      city: 'Bitte geben Sie Ihren Wohnort ein',
    },
    'sepa-mandate': {
      accountHolder: 'Bitte geben Sie den Kontoinhaber ein',
      iban: 'Bitte geben Sie eine gültige IBAN ein',
      bic: 'Bitte geben Sie eine gültige BIC ein',
      bankName: 'Bitte geben Sie den Namen Ihrer Bank ein',
      mandateConsent: 'Sie müssen dem SEPA-Mandat zustimmen',
    },
  };

  test.each(setKeys.map((key) => [key] as const))('gets one message per field: %s', (key) => {
    const errors = errorsOf(key, {});
    expect(byPath(errors)).toEqual(messages[key]);
    expect(errors).toHaveLength(Object.keys(messages[key]).length);
  });
});

test.each([
  ['2027-02-28', '2028-02-28'],
  ['2027-03-01', '2028-03-01'],
  ['2028-02-29', '2029-02-28'],
])('an insurance can begin until the same day of the next year: on %s until %s', (day, last) => {
  const begins = (insuranceStartDate: string) =>
    errorsOf('horse-data', { ...johanna['horse-data'], insuranceStartDate }, day);
  expect(begins(last)).toEqual([]);
  expect(begins(addDays(last, 1))).toEqual([
    {
      path: 'insuranceStartDate',
      message: 'Der Versicherungsbeginn darf höchstens ein Jahr in der Zukunft liegen',
    },
  ]);
});

describe('stored texts', () => {
  const stored = (key: (typeof setKeys)[number], change: Record<string, unknown>) => {
    const checked = checkSet(key, today, { ...johanna[key], ...change });
    return checked.ok ? checked.value : checked.errors;
  };

  test('have no spaces around them and keep all spaces inside', () => {
    const change = { firstName: '  Johanna  Maria ', lastName: '\u00a0von Sommer\u00a0' };
    expect(stored('contact-data', change)).toMatchObject({
      firstName: 'Johanna  Maria',
      lastName: 'von Sommer',
    });
  });

  test('are measured without the spaces around them', () => {
    const firstName = 'ä'.repeat(100);
    expect(stored('contact-data', { firstName: `   ${firstName}   ` })).toMatchObject({ firstName });
  });

  test.each([
    ['spaces', 'DE89 3704 0044 0532 0130 00', 'COBA DE FF XXX'],
    [
      'non-breaking spaces',
      'DE89\u00a03704\u00a00044\u202f0532\u202f0130\u00a000',
      '\u00a0COBADEFF\u202fXXX',
    ],
    ['more spaces than the field is long', `${' '.repeat(40)}DE89370400440532013000`, 'COBADEFF        XXX'],
    ['small letters', 'de89370400440532013000', 'cobadeffxxx'],
  ])('of IBAN and BIC are in capitals and without spaces: %s', (_, iban, bic) => {
    expect(stored('sepa-mandate', { iban, bic })).toMatchObject({
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    });
  });
});

describe('the current day decides', () => {
  test.each([
    ['2026-11-21', []],
    ['2026-11-22', ['insuranceStartDate']],
  ])('whether 21 November is past: on %s', (day, paths) => {
    expect(errorsOf('horse-data', johanna['horse-data'], day).map(({ path }) => path)).toEqual(paths);
  });

  test.each([
    ['2026-02-28', ['birthDate']],
    ['2026-03-01', []],
  ])('whether somebody born on 29 February 2008 is of age: on %s', (day, paths) => {
    const input = { ...johanna['policyholder-info'], birthDate: '2008-02-29' };
    expect(errorsOf('policyholder-info', input, day).map(({ path }) => path)).toEqual(paths);
  });
});

test('missing sets are named in the order of the wizard', () => {
  expect(missingSets({})).toEqual([...setKeys]);
  expect(missingSets({ 'contact-data': {}, 'policyholder-info': {} })).toEqual([
    'horse-data',
    'tariff-selection',
    'sepa-mandate',
  ]);
  expect(missingSets(johanna)).toEqual([]);
});

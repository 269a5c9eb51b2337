/** What can be prepared on the telephone, what a wizard takes from it, and what the customer made of it. */
import { describe, expect, test } from 'bun:test';
import type { Sets } from '#domain/application';
import type { FieldError } from '#domain/fields';
import { prefillOf } from '#domain/preparations/prefill';
import {
  changesOf,
  checkPreparation,
  type PreparedValues,
  preparationState,
} from '#domain/preparations/preparations';
import { johanna, kim } from '#tests/support/people';
import { today, wrong } from '../rules';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const { requirementsConsent: _, ...horse } = johanna['horse-data'];
const { dataProcessingConsent: __, ...contact } = johanna['contact-data'];
const tariff = { tariffType: 'top', selfParticipation: 250, paymentFrequency: 'annual' } as const;
const policyholder = kim['policyholder-info'];
const whole = { id, contact, horse, tariff, policyholder };

const errorsOf = (input: unknown): FieldError[] => {
  const checked = checkPreparation(today, input);
  return checked.ok ? [] : checked.errors;
};

describe('a preparation', () => {
  test('has what was dictated, and drops everything else', () => {
    expect(checkPreparation(today, whole)).toEqual({ ok: true, value: whole });
    const more = {
      ...whole,
      contact: { ...contact, dataProcessingConsent: true, reminderConsent: true, iban: 'DE1' },
      horse: { ...horse, requirementsConsent: true },
      policyholder: { ...policyholder, mandateConsent: true },
      sepa: johanna['sepa-mandate'],
      iban: johanna['sepa-mandate'].iban,
      adviceWaiver: true,
    };
    expect(checkPreparation(today, more)).toEqual({ ok: true, value: whole });
  });

  test.each([
    ['the contact alone', { contact }],
    ['no salutation', { contact: { ...contact, salutation: undefined } }],
    ['null for what is not known', { contact: { ...contact, salutation: null }, horse: null, tariff: null }],
    ['a part of the horse', { contact, horse: { birthDate: '2018-05-11' } }],
    ['a part of the policyholder', { contact, policyholder: { city: 'Leipzig' } }],
  ])('can have %s', (_, given) => {
    expect(errorsOf({ id, ...given })).toEqual([]);
  });

  test.each(['x', 5, ['x'], false])('refuses %j in place of horse or policyholder', (given) => {
    const paths = (input: object) => errorsOf({ id, contact, ...input }).map(({ path }) => path);
    expect(paths({ horse: given })).toEqual(['horse']);
    expect(paths({ contact: {}, policyholder: given }).slice(-2)).toEqual(['contact.phone', 'policyholder']);
  });

  const groups = [
    ['horse', 'horse-data', horse],
    ['policyholder', 'policyholder-info', policyholder],
    ['contact', 'contact-data', contact],
    ['tariff', 'tariff-selection', tariff],
  ] as const;
  for (const [group, key, valid] of groups) {
    const isPrepared = (path: string) => Object.hasOwn(valid, path);
    const isOptional = (path: string) => path === 'salutation' || !['contact', 'tariff'].includes(group);
    const rules = wrong[key].filter(
      ([, change, path]) => isPrepared(path) && !(isOptional(path) && (change[path] ?? null) === null),
    );
    test.each(rules)(`obeys the rules of the ${group}: refuses %s`, (_, change, path, message) => {
      expect(errorsOf({ ...whole, [group]: { ...valid, ...change } })).toEqual([
        { path: `${group}.${path}`, message: message ?? expect.stringMatching(/\S/) },
      ]);
    });
  }

  test('needs a person with an address and a telephone number, and a whole tariff if any', () => {
    expect(errorsOf({ tariff: {} }).map(({ path }) => path)).toEqual([
      ...['id', 'contact.firstName', 'contact.lastName', 'contact.email', 'contact.phone'],
      ...['tariff.tariffType', 'tariff.selfParticipation', 'tariff.paymentFrequency'],
    ]);
    for (const none of [null, undefined, [], 'x', 7, true]) expect(errorsOf(none)).toEqual(errorsOf({}));
  });
});

describe('the state of a preparation', () => {
  test.each([
    [null, 1, 'open'],
    [null, 0, 'expired'],
    ['begun', 0, 'begun'],
    ['completed', 0, 'completed'],
  ] as const)('with progress %p and %p ms left is %s', (progress, left, state) => {
    expect(preparationState({ progress, expiresAt: 1_000 + left }, 1_000)).toBe(state);
  });
});

describe('a wizard begins with', () => {
  const nothing = { application: null, preparation: null, offer: null };

  test('what was prepared, and nothing that was not', () => {
    const { id: _, ...values } = whole;
    const prefill = { contactData: contact, policyholderInfo: policyholder, horse, tariff };
    expect(prefillOf({ ...nothing, preparation: values }, today)).toEqual(prefill);
    expect(prefillOf({ ...nothing, preparation: { contact } }, today)).toEqual({ contactData: contact });
  });

  test.each([
    ['2026-11-19', {}],
    ['2026-11-20', { horse: { insuranceStartDate: '2026-11-20' } }],
  ])('a start at %s unless it has passed', (insuranceStartDate, expected) => {
    const preparation = { contact, horse: { insuranceStartDate } };
    expect(prefillOf({ ...nothing, preparation }, today)).toEqual({ contactData: contact, ...expected });
    const offer = { ...tariff, email: 'jo@mail.example', insuranceStartDate };
    const offered = { contactData: { email: 'jo@mail.example' }, tariff };
    expect(prefillOf({ ...nothing, offer }, today)).toEqual({ ...offered, ...expected });
  });

  test('nothing once its source is gone', () => {
    expect(prefillOf(nothing, today)).toBeNull();
  });
});

describe('what the customer changed', () => {
  const saved = (change: Partial<Record<keyof Sets, object>>) =>
    ({
      'horse-data': { ...johanna['horse-data'], id, applicationId: id },
      'contact-data': { ...johanna['contact-data'], id, applicationId: id },
      'tariff-selection': { ...tariff, id, applicationId: id, monthlyPremium: 30, annualPremium: 360 },
      'policyholder-info': { ...policyholder, id, applicationId: id },
      'sepa-mandate': null,
      ...change,
    }) as Sets;
  const { id: _, ...prepared } = whole;
  const horseNow = (change: object) => ({ ...johanna['horse-data'], ...change });

  test.each([
    ['nothing', prepared, saved({}), []],
    [
      'a day',
      prepared,
      saved({ 'horse-data': horseNow({ birthDate: '2017-05-11' }) }),
      [{ label: 'Geburtsdatum', old: '11.05.2018', new: '11.05.2017' }],
    ],
    [
      'what may be empty',
      prepared,
      saved({ 'horse-data': horseNow({ chipNumber: null }) }),
      [{ label: 'Lebensnummer', old: '276020000123456', new: '' }],
    ],
    [
      'a name, which is one line',
      { contact },
      saved({ 'contact-data': { ...johanna['contact-data'], lastName: 'Winter' } }),
      [{ label: 'Name', old: 'Frau Johanna Sommer', new: 'Frau Johanna Winter' }],
    ],
    [
      'a choice',
      prepared,
      saved({ 'tariff-selection': { ...tariff, paymentFrequency: 'monthly', selfParticipation: 0 } }),
      [
        {
          label: 'Selbstbeteiligung',
          old: expect.stringMatching(/^250\s€$/),
          new: 'Ohne SB',
        },
        { label: 'Zahlweise', old: 'Jährlich', new: 'Monatlich' },
      ],
    ],
    [
      'the policyholder, whose fields are called like those of others',
      prepared,
      saved({ 'policyholder-info': { ...policyholder, birthDate: '1999-02-27', city: 'Utrecht' } }),
      [
        { label: 'Versicherungsnehmer: Geburtsdatum', old: '28.02.1999', new: '27.02.1999' },
        { label: 'Versicherungsnehmer: PLZ und Ort', old: '1012 AB Amsterdam', new: '1012 AB Utrecht' },
      ],
    ],
    [
      'nothing that was not prepared',
      { contact, policyholder: { city: 'Amsterdam' } },
      saved({ 'policyholder-info': { ...policyholder, street: 'Singel' } }),
      [],
    ],
    ['nothing that is not saved', prepared, saved({ 'horse-data': null as never }), []],
  ] as [string, PreparedValues, Sets, object[]][])('is %s', (_, given, sets, changes) => {
    expect(changesOf(given, sets)).toEqual(changes as never);
  });
});

import { describe, expect, test } from 'bun:test';
import { roleLabels } from '#domain/accounts/user';
import { formatMoney, formatPercent, plainEuro, typeset } from '#domain/format';
import { salutationLabels } from '#domain/people';
import { setKeys, steps } from '#domain/steps/all';
import {
  defaultInsuranceStart,
  horseFields,
  prefillFromContact,
  prefillFromPolicyholder,
  tariffFields,
} from '#domain/steps/sets';
import {
  deductibleLabel,
  fallbackCatalogue,
  paymentFrequencyLabels,
  tariffNames,
} from '#domain/tariffs/catalogue';
import { johanna, kim } from '#tests/support/people';
import { prices } from './prices';

describe('the fallback catalogue', () => {
  test.each(prices.filter(([, , old]) => !old))('prices %s with %i EUR deductible', (...row) => {
    const [type, selfParticipation, , monthlyPremium] = row;
    const tariff = fallbackCatalogue.tariffs.find((one) => one.type === type);
    expect(tariff?.premiumOptions).toContainEqual({ selfParticipation, monthlyPremium });
  });

  test.each([
    ['basis', 'Basis-OP-Schutz', 'Günstiger Basisschutz'],
    ['top', 'Top-OP-Schutz', 'Empfehlung'],
    ['premium', 'Premium-OP-Schutz', 'Umfassender Schutz'],
  ] as const)('calls %s %s and gives it the badge %s', (type, name, badge) => {
    expect(fallbackCatalogue.tariffs.find((one) => one.type === type)).toMatchObject({ name, badge });
    expect(tariffNames[type]).toBe(name);
  });

  test('offers the four deductibles', () => {
    expect(fallbackCatalogue.selfParticipationOptions).toEqual([0, 250, 500, 1000]);
    expect(deductibleLabel(0)).toBe('Ohne SB');
  });
});

describe('a text for people', () => {
  test('is the German label of each choice', () => {
    expect(paymentFrequencyLabels).toEqual({
      monthly: 'Monatlich',
      quarterly: 'Vierteljährlich',
      semiannual: 'Halbjährlich',
      annual: 'Jährlich',
    });
    expect(horseFields.gender.options).toEqual({ stallion: 'Hengst', mare: 'Stute', gelding: 'Wallach' });
    expect(salutationLabels).toEqual({ mr: 'Herr', mrs: 'Frau', diverse: 'Divers' });
    expect(roleLabels).toEqual({ admin: 'Administrator', sachbearbeiter: 'Sachbearbeiter' });
  });

  test('is an amount in euro, or a dash without an amount', () => {
    expect(formatMoney(1001.04)).toBe('1.001,04\u00a0€');
    expect(formatMoney(0)).toBe('0,00\u00a0€');
    expect([formatMoney(null), formatMoney(undefined)]).toEqual(['-', '-']);
  });

  test('has ordinary blanks in data and options, and non-breaking ones before € and % where it is shown', () => {
    expect([plainEuro(2500), deductibleLabel(1000)]).toEqual(['2.500 €', '1.000 €']);
    expect(JSON.stringify(fallbackCatalogue)).not.toContain('\u00a0');
    expect(typeset('bis 2.500 € je OP, 4 % weniger')).toBe('bis 2.500\u00a0€ je OP, 4\u00a0% weniger');
    expect(typeset('nach § 34d Abs. 7')).toBe('nach §\u00a034d Abs.\u00a07');
    expect(formatPercent(20)).toBe('20\u00a0%');
    expect(tariffFields.paymentFrequency.hint).toBe(
      'Bei halbjährlicher Zahlung sparen Sie 2\u00a0%, bei jährlicher 4\u00a0%.',
    );
  });
});

describe('the wizard', () => {
  test('has six steps, five of which save a data set', () => {
    expect(steps.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(setKeys as readonly string[]).toEqual([
      'horse-data',
      'contact-data',
      'tariff-selection',
      'policyholder-info',
      'sepa-mandate',
    ]);
  });

  test.each([
    ['2026-11-20', '2026-11-21'],
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
  ])('proposes the day after %s as the start', (today, start) => {
    expect(defaultInsuranceStart(today)).toBe(start);
  });

  test('prefills the policyholder from the contact, without the consent', () => {
    const { salutation, firstName, lastName, email, phone } = johanna['contact-data'];
    expect(prefillFromContact(johanna['contact-data'])).toEqual({
      salutation,
      firstName,
      lastName,
      email,
      phone,
    });
  });

  test('prefills the account holder from the policyholder', () => {
    expect(prefillFromPolicyholder(kim['policyholder-info'])).toEqual({
      accountHolder: "Anne-Sophie van 't Hoff",
    });
  });
});

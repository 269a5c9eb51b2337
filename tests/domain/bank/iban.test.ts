import { describe, expect, test } from 'bun:test';
import { isBic, normaliseBic } from '#domain/bank/bic';
import { groupIban, isIban, maskIban, normaliseIban } from '#domain/bank/iban';
import { foreignIbans, sepaIbans } from '#tests/support/people';

describe('an IBAN', () => {
  test.each(sepaIbans)('of a SEPA country is taken: %s', (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  test.each(foreignIbans)('of another country is refused: %s', (iban) => {
    expect(isIban(iban)).toBe(false);
  });

  test.each([
    ['wrong check digits', 'DE88370400440532013000'],
    ['two figures changed places', 'DE89370400440532010300'],
    ['Germany, a figure short, check digits right', 'DE5137040044053201300'],
    ['Germany, a figure long, check digits right', 'DE813704004405320130000'],
    ['Germany, a letter at its end, check digits right', 'DE0537040044053201300A'],
    ['Austria, two figures short, check digits right', 'AT25190430023457320'],
    ['Netherlands, a figure long, check digits right', 'NL06ABNA04171643001'],
    ['Belgium, a figure short, check digits right', 'BE705390075470341'],
    ['a country that has none, check digits right', 'US42123456789012345678'],
    ['a country that does not exist, check digits right', 'XX46370400440532013000'],
    ['check digits 00', 'DE00370400440532013000'],
    ['nothing', ''],
    ['only a country', 'DE'],
    ['signs between', 'DE89-3704-0044-0532-0130-00'],
  ])('is refused: %s', (_, iban) => {
    expect(isIban(iban)).toBe(false);
  });

  test('loses one wrong figure at any place', () => {
    const iban = 'DE89370400440532013000';
    for (let place = 2; place < iban.length; place += 1) {
      const figure = (Number(iban[place]) + 1) % 10;
      expect(isIban(iban.slice(0, place) + figure + iban.slice(place + 1))).toBe(false);
    }
  });

  test.each([
    ['spaces', 'DE89 3704 0044 0532 0130 00'],
    ['spaces around', '  DE89370400440532013000 '],
    ['non-breaking spaces', 'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000'],
    ['narrow non-breaking spaces', 'DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00'],
    ['thin and figure spaces', 'DE89\u20093704\u20070044 0532\u20090130\u200700'],
    ['small letters', 'de89370400440532013000'],
  ])('is written one way: %s', (_, typed) => {
    expect(normaliseIban(typed)).toBe('DE89370400440532013000');
  });

  test.each([
    ['DE89370400440532013000', 'DE89…3000'],
    ['BE68539007547034', 'BE68…7034'],
    ['DE893700', 'DE89…3700'],
    ['DE89370', 'DE89370'],
    ['', ''],
  ])('is shown by its ends, whole below 8 characters: %p', (iban, shown) => {
    expect(maskIban(iban)).toBe(shown);
  });

  test('is grouped by four for the eye', () => {
    expect(groupIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  });
});

describe('a BIC', () => {
  test.each(['COBADEFF', 'COBADEFFXXX', 'GENODEF1S10', 'RLNWATWW', 'DEUTDE5M850'])('is taken: %s', (bic) => {
    expect(isBic(bic)).toBe(true);
  });

  test.each(['', 'COBADEF', 'COBADEFFX', 'COBADEFFXX', 'COBADEFFXXXX', '1OBADEFF', 'COBAD3FF', 'COBADEF-'])(
    'is refused: %p',
    (bic) => {
      expect(isBic(bic)).toBe(false);
    },
  );

  test('is written without blanks and in capitals', () => {
    expect(normaliseBic(' coba\u00a0de ff\u202fxxx')).toBe('COBADEFFXXX');
  });
});

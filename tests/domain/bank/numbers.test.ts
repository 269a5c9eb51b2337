// ASVS 2.1.2, 2.2.3
import { describe, expect, test } from 'bun:test';
import { groupIban, isBic, isIban, maskIban, normaliseNumber } from '#domain/bank/numbers';
import { foreignIbans, sepaIbans } from '#tests/support/people';

describe('an IBAN', () => {
  test.each(sepaIbans)('of a SEPA country is accepted: %s', (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  test.each(foreignIbans)('of another country is refused: %s', (iban) => {
    expect(isIban(iban)).toBe(false);
  });

  test.each([
    ['wrong check digits', 'DE88370400440532013000'],
    ['two digits swapped', 'DE89370400440532010300'],
    ['Germany, one digit too short, correct check digits', 'DE5137040044053201300'],
    ['Germany, one digit too long, correct check digits', 'DE813704004405320130000'],
    ['Germany, a letter at its end, correct check digits', 'DE0537040044053201300A'],
    ['Austria, two digits too short, correct check digits', 'AT25190430023457320'],
    ['Netherlands, one digit too long, correct check digits', 'NL06ABNA04171643001'],
    ['Belgium, one digit too short, correct check digits', 'BE705390075470341'],
    ['a country without IBANs, correct check digits', 'US42123456789012345678'],
    ['a country that does not exist, correct check digits', 'XX46370400440532013000'],
    ['check digits 00', 'DE00370400440532013000'],
    ['an empty text', ''],
    ['only a country', 'DE'],
    ['hyphens inside', 'DE89-3704-0044-0532-0130-00'],
  ])('is refused: %s', (_, iban) => {
    expect(isIban(iban)).toBe(false);
  });

  test('is refused with one wrong digit at any position', () => {
    const iban = 'DE89370400440532013000';
    for (let place = 2; place < iban.length; place += 1) {
      const digit = (Number(iban[place]) + 1) % 10;
      expect(isIban(iban.slice(0, place) + digit + iban.slice(place + 1))).toBe(false);
    }
  });

  test.each([
    ['spaces', 'DE89 3704 0044 0532 0130 00'],
    ['spaces around', '  DE89370400440532013000 '],
    ['non-breaking spaces', 'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000'],
    ['narrow non-breaking spaces', 'DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00'],
    ['thin and figure spaces', 'DE89\u20093704\u20070044 0532\u20090130\u200700'],
    ['small letters', 'de89370400440532013000'],
  ])('is normalised: %s', (_, typed) => {
    expect(normaliseNumber(typed)).toBe('DE89370400440532013000');
  });

  test.each([
    ['DE89370400440532013000', 'DE89…3000'],
    ['BE68539007547034', 'BE68…7034'],
    ['DE893700', 'DE89…3700'],
    ['DE89370', 'DE89370'],
    ['', ''],
  ])('is masked to its ends, and shown whole below 8 characters: %p', (iban, shown) => {
    expect(maskIban(iban)).toBe(shown);
  });

  test('is shown in groups of four', () => {
    expect(groupIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  });
});

describe('a BIC', () => {
  test.each(['COBADEFF', 'COBADEFFXXX', 'GENODEF1S10', 'RLNWATWW', 'DEUTDE5M850'])(
    'is accepted: %s',
    (bic) => {
      expect(isBic(bic)).toBe(true);
    },
  );

  test.each(['', 'COBADEF', 'COBADEFFX', 'COBADEFFXX', 'COBADEFFXXXX', '1OBADEFF', 'COBAD3FF', 'COBADEF-'])(
    'is refused: %p',
    (bic) => {
      expect(isBic(bic)).toBe(false);
    },
  );

  test('is normalised to capitals without spaces', () => {
    expect(normaliseNumber(' coba\u00a0de ff\u202fxxx')).toBe('COBADEFFXXX');
  });
});

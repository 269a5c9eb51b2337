/** What each tariff pays of a bill: amounts in EUR, worked out by hand. */
import { describe, expect, test } from 'bun:test';
import { amountsOf, type Bill, billText, reasonsOf, shareOf } from '#domain/bills/shares';
import { firstCatalogue } from '#domain/landing-facts';
import { accommodationLimits, tariffTypes } from '#domain/tariffs/catalogue';

type Given = [bill: number, rate: number, emergency: boolean, days: number, deductible: number];
const billOf = ([bill, rate, isEmergency, days, deductible]: Given): Bill => ({
  cents: bill * 100,
  rate,
  isEmergency,
  days,
  deductibleCents: deductible * 100,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('of a bill', () => {
  test.each<[string, Given, paid: [basis: number, top: number, premium: number]]>([
    ['at the single rate all is paid', [2000, 1, false, 0, 0], [2000, 2000, 2000]],
    ['at twice the GOT all is paid, up to the limit of Basis', [3800, 2, false, 0, 0], [2500, 3800, 3800]],
    ['exactly at the limit of Basis nothing is cut', [2500, 2, false, 0, 0], [2500, 2500, 2500]],
    ['at half more than that, four fifths', [5000, 2.5, false, 0, 0], [2500, 4000, 4000]],
    ['at three times the GOT two thirds, in whole euros', [1000, 3, false, 0, 0], [667, 667, 667]],
    ['a third of a euro is cut', [1001, 3, false, 0, 0], [667, 667, 667]],
    ['in emergency service Premium pays four times the GOT', [25_200, 4, true, 0, 0], [2500, 12_600, 25_200]],
    ['without emergency service it does not', [25_200, 4, false, 0, 0], [2500, 12_600, 12_600]],
    ['an emergency at a usual rate changes nothing', [1800, 2, true, 0, 0], [1800, 1800, 1800]],
    ['the deductible is subtracted after the limit', [25_200, 4, true, 0, 1000], [1500, 11_600, 24_200]],
    ['the deductible may take all', [500, 1, false, 0, 1000], [0, 0, 0]],
    ['the deductible may take exactly all', [2000, 4, false, 0, 1000], [0, 0, 0]],
    ['days change no amount', [25_200, 4, true, 7, 250], [2250, 12_350, 24_950]],
    ['the largest one', [30_000, 3.5, true, 60, 0], [2500, 17_143, 30_000]],
  ])('%s', (_, given, paid) => {
    const bill = billOf(given);
    const shares = tariffTypes.map((type) => shareOf(bill, type));
    expect(shares.map((share) => share.paid / 100)).toEqual(paid);
    for (const { paid: cents, left, unpaid } of shares) {
      expect(cents + left).toBe(bill.cents);
      expect(unpaid.rate + unpaid.limit + unpaid.deductible).toBe(left);
    }
  });

  test('what is paid for the days is known only as a limit, and only where it can matter', () => {
    const limits = (days: number, bill = 25_200) =>
      tariffTypes.map((type) => shareOf(billOf([bill, 2, false, days, 0]), type).accommodation);
    expect(limits(0)).toEqual([null, null, null]);
    expect(limits(7)).toEqual([10_500, 21_000, 21_000]);
    // no bill of 900 EUR has more than 900 EUR for the clinic's box
    expect(limits(30, 900)).toEqual([45_000, null, null]);
  });
});

describe('in words', () => {
  const worded = (given: Given, type: (typeof tariffTypes)[number]) => {
    const bill = billOf(given);
    const share = shareOf(bill, type);
    const { paid, left } = amountsOf(share);
    return [paid, left, ...reasonsOf(share, bill, type)].map(plain);
  };

  test.each<[Given, (typeof tariffTypes)[number], string[]]>([
    [[2000, 2, false, 0, 0], 'basis', ['2.000 €', '0 €']],
    [
      [25_200, 3, true, 0, 0],
      'basis',
      [
        'höchstens 2.500 €',
        'mindestens 22.700 €',
        '8.400 € liegen über dem 2-fachen GOT-Satz. Mehr erstattet der Basis-OP-Schutz nicht.',
        '14.300 € liegen über der Grenze: Je Operation erstattet der Basis-OP-Schutz höchstens 2.500 €.',
      ],
    ],
    [
      [25_200, 4, false, 0, 500],
      'premium',
      [
        '12.100 €',
        '13.100 €',
        '12.600 € liegen über dem 2-fachen GOT-Satz. Nur im Notdienst erstattet der Premium-OP-Schutz bis zum 4-fachen.',
        '500 € sind Ihre Selbstbeteiligung für diese Operation.',
      ],
    ],
    [
      [3800, 2, false, 10, 250],
      'top',
      [
        'höchstens 3.550 €',
        'mindestens 250 €',
        '250 € sind Ihre Selbstbeteiligung für diese Operation.',
        'Für die Unterbringung erstattet der Top-OP-Schutz höchstens 30 € am Tag, für 10 Tage also 300 €. Was sie mehr kostet, zahlen Sie selbst.',
      ],
    ],
    [
      [1800, 2, true, 1, 0],
      'basis',
      [
        'höchstens 1.800 €',
        'Unterbringung über 15 €',
        'Für die Unterbringung erstattet der Basis-OP-Schutz höchstens 15 € am Tag. Was sie mehr kostet, zahlen Sie selbst.',
      ],
    ],
  ])('%p in %s', (given, type, words) => {
    expect(worded(given, type)).toEqual(words);
  });

  // nothing is paid anyway
  test('a bill below the deductible is left as a whole', () => {
    expect(worded([500, 1, false, 3, 1000], 'top').slice(0, 2)).toEqual(['0 €', '500 €']);
  });

  test('a bill names all that was entered', () => {
    expect(plain(billText(billOf([25_200, 2.5, true, 1, 0])))).toBe(
      'Rechnung über 25.200 €, 2,5-facher GOT-Satz, im Notdienst, 1 Tag in der Klinik, ohne Selbstbeteiligung',
    );
    expect(plain(billText(billOf([500, 1, false, 0, 250])))).toBe(
      'Rechnung über 500 €, 1-facher GOT-Satz, nicht im Notdienst, 250 € Selbstbeteiligung',
    );
  });
});

test('the catalogue promises the same for each day', () => {
  const promised = firstCatalogue.tariffs.map(
    ({ benefits }) => benefits.find(({ name }) => name === 'Unterbringung in der Klinik')?.beschreibung,
  );
  expect(promised).toEqual(tariffTypes.map((type) => `bis ${accommodationLimits[type]} € pro Tag`));
});

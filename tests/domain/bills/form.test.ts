/** What the form for a bill takes, and what it says otherwise. */
import { expect, test } from 'bun:test';
import { type BillEntries, type BillField, checkBill, exampleEntries, rates } from '#domain/bills/form';

const check = (changes: Partial<BillEntries>) => checkBill({ ...exampleEntries, ...changes });

test('the example is the bill of the landing page', () => {
  expect(check({})).toEqual({
    ok: true,
    value: { cents: 2_520_000, rate: 3, isEmergency: true, days: 0, deductibleCents: 0 },
  });
});

test('a rate is one to four times the GOT', () => {
  expect(rates).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4]);
});

test.each([
  ['500', 500],
  ['30000', 30_000],
  ['30.000', 30_000],
  ['1.234', 1234],
  [' 25.200 € ', 25_200],
  ['25.200,00', 25_200],
  ['25.200,00 €', 25_200],
  ['900,-- €', 900],
  ['900,-', 900],
  ['4812,37', 4812],
  ['4.812,50', 4813],
  ['4812.5', 4813],
  ['30.000,00', 30_000],
  ['25200 EUR', 25_200],
  ['1500 Euro', 1500],
  ['1500euro', 1500],
  ['1.500 EUR', 1500],
  ['€ 1500', 1500],
  ['€1.500,00', 1500],
  ['EUR 1.500,50', 1501],
  ['Euro 1500,-', 1500],
  ['1500,- €', 1500],
  ['1500.- Euro', 1500],
  ['1.500.--', 1500],
  ['1500,– €', 1500],
  ["1'500.00", 1500],
  ['1’500 €', 1500],
  ['1 500,00 Euro', 1500],
  ['1\u00a0500\u202f€', 1500],
  ['\u202d25\u200b.200\u202c', 25_200],
])('takes a bill as people write it: %p', (bill, euro) => {
  const checked = check({ bill });
  expect(checked.ok && checked.value.cents).toBe(euro * 100);
});

test.each<[BillField, string[], string]>([
  [
    'bill',
    [
      '',
      ' ',
      '499',
      '30001',
      '30.001',
      '-600',
      '499,99',
      '30.000,01',
      '600,505',
      '600,5,0',
      '1.23',
      '1.0000',
      '1e4',
      'zwei',
      'Euro',
      '600 Euro Euro',
      '600 Eurocent',
      '6 Euro 50',
      '€ 600 €€',
      '600 $',
      '600 Franken',
      '-600 Euro',
      '600-',
      "6'0000",
      '1500,-5',
      '0x300',
      '٦٠٠',
      '9'.repeat(400),
    ],
    'Bitte geben Sie einen Betrag von 500 bis 30.000 € ein',
  ],
  [
    'rate',
    ['', '0', '0.5', '1.25', '4.5', '5', 'NaN', '2-fach', '0x2', '2,5'],
    'Bitte wählen Sie einen Satz',
  ],
  ['emergency', ['', 'ja', 'true', 'YES'], 'Bitte wählen Sie Ja oder Nein'],
  ['days', ['-1', '61', '1,5', 'drei', '1e1'], 'Bitte geben Sie eine Zahl von 0 bis 60 ein'],
  ['deductible', ['', '100', '2000', '-250'], 'Bitte wählen Sie eine Selbstbeteiligung'],
])('refuses %s: %p', (path, values, message) => {
  for (const value of values)
    expect([value, check({ [path]: value })]).toEqual([value, { ok: false, errors: [{ path, message }] }]);
});

test('takes no entry for the days as none', () => {
  expect(check({ days: '' }).ok).toBe(true);
});

test('refuses several in the order of the form', () => {
  const checked = check({ deductible: '1', bill: '1', emergency: 'x', rate: '9', days: 'x' });
  expect(checked.ok ? [] : checked.errors.map(({ path }) => path)).toEqual([
    'bill',
    'rate',
    'emergency',
    'days',
    'deductible',
  ]);
});

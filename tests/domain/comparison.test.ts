/** The tariff table follows the benefits of the tariffs in force. */
import { expect, test } from 'bun:test';
import { comparisonOf, comparisonRows, firstCatalogue } from '#domain/landing-facts';
import { type Benefit, fallbackCatalogue } from '#domain/tariffs/catalogue';
import { changeableOf, termsWith } from '#domain/tariffs/versions';

const short = comparisonRows.map(({ benefit: _, ...row }) => row);
const withBenefits = (change: (benefits: Benefit[]) => Benefit[]) =>
  comparisonOf(termsWith(firstCatalogue, { benefits: changeableOf(firstCatalogue).benefits.map(change) }));
const reworded = (name: string) =>
  withBenefits((benefits) =>
    benefits.map((one) => (one.name === name ? { name, beschreibung: 'mehr' } : one)),
  );

test('unchanged benefits are shown in short', () => {
  expect(comparisonOf(firstCatalogue)).toEqual(short);
  expect(comparisonOf(fallbackCatalogue)).toEqual(short);
});

test('a changed benefit is shown as it is, in all tariffs and without its note', () => {
  const rows = withBenefits((benefits) =>
    benefits.map((one) =>
      one.beschreibung === 'bis 15 € pro Tag' ? { ...one, beschreibung: 'bis 40 € am Tag' } : one,
    ),
  );
  expect(rows[4]).toEqual({
    name: 'Unterbringung in der Klinik',
    values: { basis: 'bis 40 € am Tag', top: 'bis 30 € pro Tag', premium: 'bis 30 € pro Tag' },
  });
  expect(rows.toSpliced(4, 1)).toEqual(short.toSpliced(4, 1));
});

test('a benefit under another name keeps the name of its row', () => {
  expect(reworded('Kostenerstattung')[0]).toEqual({
    name: 'Kostenerstattung nach GOT',
    values: { basis: 'mehr', top: 'mehr', premium: 'mehr' },
  });
});

test('other limits of an operation end the promise about the year', () => {
  const names = reworded('Leistung je Operation').map(({ name }) => name);
  expect(names).toContain('Leistung je Operation');
  expect(names).not.toContain('Jahreshöchstleistung');
});

test('a benefit that is gone has no row, and a new one has', () => {
  const rows = withBenefits((benefits) => [
    ...benefits.filter(({ name }) => name !== 'Physiotherapie'),
    ...(benefits.length > 5 ? [{ name: 'Anfahrt', beschreibung: 'bis 50 €' }] : []),
  ]);
  expect(rows.at(-1)).toEqual({
    name: 'Anfahrt',
    values: { basis: '–', top: 'bis 50 €', premium: 'bis 50 €' },
  });
  expect(rows.map(({ name }) => name)).not.toContain('Physiotherapie');
});

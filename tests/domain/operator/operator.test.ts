/** What an operator file leaves out, what follows from it, and what still has to be filled in. */
import { describe, expect, test } from 'bun:test';
import {
  businessLines,
  creditorOf,
  intermediaryFacts,
  type OperatorFile,
  openKeys,
  operatorOf,
  pageOperator,
  placeholders,
} from '#domain/operator/operator';
import { filled, filledFile } from '#tests/support/operator';

describe('an operator file', () => {
  test('that is empty leaves every placeholder', () => {
    expect(operatorOf({})).toEqual(placeholders);
    expect(placeholders.company.name).toContain('Muster');
    expect(placeholders.legal).toMatchObject({ status: 'tied_agent', wordingsConfirmed: null });
  });

  test('that names one key leaves the placeholders of the others', () => {
    const { company, insurer } = operatorOf({ company: { city: 'Leipzig' } });
    expect(company).toEqual({ ...placeholders.company, city: 'Leipzig' });
    expect(insurer).toEqual(placeholders.insurer);
  });

  test.each([
    ['030 23125 000', 'tel:+493023125000'],
    ['(0341) 23125-100', 'tel:+4934123125100'],
    ['+49 341 23125 100', 'tel:+4934123125100'],
    ['0043 1 5880 050', 'tel:+4315880050'],
  ])('with the phone number %s is dialled from abroad too, at %s', (phone, link) => {
    expect(operatorOf({ company: { phone } }).company.phoneHref).toBe(link);
  });

  test.each<[string, OperatorFile, { from: string; fromName: string; internalTo: string }]>([
    ['nothing', {}, placeholders.mail],
    [
      'the company and the brand',
      { brand: { name: 'Hufschutz' }, company: { email: 'post@linde.example' } },
      { from: 'post@linde.example', fromName: 'Hufschutz', internalTo: 'post@linde.example' },
    ],
    [
      'the company, but still the placeholders under [mail]',
      { company: { email: 'post@linde.example' }, mail: placeholders.mail },
      { from: 'post@linde.example', fromName: 'Sattelfest', internalTo: 'post@linde.example' },
    ],
    ['everything', filledFile, filledFile.mail],
  ])('that names %s never sends mails from a placeholder of a known company', (_, file, mail) => {
    expect(operatorOf(file).mail).toEqual(mail);
  });

  test('names with a dash what the operator does not have', () => {
    const none = { managingDirectors: '-', registerCourt: '-', registerNumber: '-', vatId: '-' };
    const operator = operatorOf({ company: none });
    expect(operator.company).toMatchObject({ managingDirectors: '', registerNumber: '', vatId: '' });
    expect(businessLines(operator)).toEqual(['Vermittlerregister D-0000-00000-00']);
    expect(openKeys(operator).company).not.toContain('company.vatId');
  });
});

test('a business letter names directors, register, VAT id and register of intermediaries', () => {
  expect(businessLines(filled)).toEqual([
    'Geschäftsführung: Eva Linde, Jan Linde',
    'Amtsgericht Leipzig, HRB 98765',
    'USt-IdNr. DE987654321',
    'Vermittlerregister D-ABCD-67890-12',
  ]);
});

describe('what still has to be filled in', () => {
  test('is every placeholder, except those that can be true', () => {
    const open = openKeys(placeholders);
    expect(open.brand).toEqual(['brand.name']);
    const { serviceHours: _, ...replaced } = filledFile.company;
    expect(open.company).toEqual(Object.keys(replaced).map((key) => `company.${key}`));
    expect(open.insurer).toEqual(['insurer.name', 'insurer.street', 'insurer.zipCode', 'insurer.city']);
    expect(open.creditor).toEqual(['creditor.name', 'creditor.id']);
    expect(open.legal).toEqual(['legal.status']);
  });

  test('is nothing once all are replaced', () => {
    expect(Object.values(openKeys(filled)).flat()).toEqual([]);
  });

  test.each([
    ['tied_agent', undefined, []],
    ['agent', undefined, ['legal.permission']],
    ['broker', undefined, ['legal.permission']],
    ['broker', { name: 'IHK zu Leipzig', street: 'Goerdelerring 5', city: '04109 Leipzig' }, []],
  ] as const)('for a %s depends on the permission', (status, permission, open) => {
    const legal = permission ? { status, permission } : { status };
    expect(openKeys(operatorOf({ legal })).legal).toEqual([...open]);
  });
});

describe('the creditor of a mandate', () => {
  test('is the stored one', () => {
    const stored = { creditorName: 'Früher GmbH', creditorId: 'DE98ZZZ09999999999' };
    expect(creditorOf(stored, filled)).toEqual({ name: 'Früher GmbH', id: 'DE98ZZZ09999999999' });
  });

  test('is the one of today while none is stored', () => {
    expect(creditorOf({}, filled)).toEqual(filled.creditor);
  });
});

test('a browser gets nothing that only legal pages, mails or staff need', () => {
  const sent = JSON.stringify(pageOperator(filled));
  for (const secret of [filled.mail.internalTo, 'welche Nummer', 'wordingsConfirmed', 'testimonials'])
    expect(sent).not.toContain(secret);
});

test.each([
  ['tied_agent', 'Gebundener Versicherungsvertreter nach § 34d Abs. 7 GewO'],
  ['agent', 'Versicherungsvertreter mit Erlaubnis nach § 34d Abs. 1 GewO'],
  ['broker', 'Versicherungsmakler mit Erlaubnis nach § 34d Abs. 1 GewO'],
] as const)('the line about a %s names status, number and insurer', (status, label) => {
  const facts = intermediaryFacts({ ...filled, legal: { ...pageOperator(filled).legal, status } });
  const others = ['Registernummer D-ABCD-67890-12', 'Versicherer: Tierschild Versicherung AG'];
  expect(facts).toEqual([label, ...others] as never);
});

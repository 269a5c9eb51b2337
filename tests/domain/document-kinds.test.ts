/** The texts of the documents that the product writes. */

import { describe, expect, test } from 'bun:test';
import {
  chosenTariff,
  documentFileName,
  documentKinds,
  documentLabels,
  isDocumentKind,
} from '#domain/document-kinds';
import { type DocumentText, documentTexts, samplesAmong } from '#domain/documents';
import { formatSize } from '#domain/format';
import { requirements } from '#domain/law/wordings';
import { offices } from '#domain/operator/offices';
import { type IntermediaryStatus, type Operator, placeholders } from '#domain/operator/operator';
import { maskEmail } from '#domain/people';
import { usualPeriods } from '#domain/retention/periods';
import { filled } from '#tests/support/operator';

const { company, insurer } = placeholders;
const texts = documentTexts({ operator: placeholders, periods: { ...usualPeriods, openDays: 30 } });

/** All words of a document. */
function wordsOf({ title, intro, topics }: DocumentText): string {
  const blocks = topics.flatMap(({ heading, blocks }) => [heading, ...blocks]);
  const lines = blocks.flatMap((block) => {
    if (typeof block === 'string') return [block];
    return 'points' in block ? block.points : block.lines;
  });
  return [title, ...intro, ...lines].join('\n');
}

test('there are six kinds, each with its label as title and as file name', () => {
  expect(documentLabels).toEqual({
    erstinformation: 'Erstinformation',
    produktinformationsblatt: 'Informationsblatt zu Versicherungsprodukten',
    avb: 'Allgemeine Versicherungsbedingungen',
    verbraucherinformation: 'Verbraucherinformation und Widerrufsbelehrung',
    datenschutzhinweise: 'Datenschutzhinweise',
    anzeigepflicht: 'Mitteilung zur Anzeigepflicht',
  });
  for (const kind of documentKinds) {
    expect(texts[kind].title).toBe(documentLabels[kind]);
    // in a header without quoting
    expect(documentFileName(kind)).toMatch(/^[A-Za-z ]+\.pdf$/);
  }
});

test.each(['', 'AVB', 'avb.pdf', '__proto__', 'toString'])('%j is no kind', (name) => {
  expect(isDocumentKind(name)).toBe(false);
});

describe('the Erstinformation (§ 15 VersVermV) names', () => {
  const words = wordsOf(texts.erstinformation);
  test.each([
    company.name,
    company.street,
    `${company.zipCode} ${company.city}`,
    company.phone,
    company.email,
    company.registerNumber,
    company.intermediaryNumber,
    insurer.name,
    'gebundener Versicherungsvertreter nach § 34d Abs. 7 der Gewerbeordnung',
    offices.register.name,
    'www.vermittlerregister.info',
    'Wir bieten Ihnen vor Ihrem Antrag eine Beratung an',
    'Provision',
    'mehr als 10 Prozent der Stimmrechte oder des Kapitals',
    offices.ombudsman.name,
    offices.supervision.name,
  ])('%s', (fact) => {
    expect(words).toContain(fact);
  });

  test.each<[IntermediaryStatus, string]>([
    ['tied_agent', 'Wir vermitteln ausschließlich für die Musterversicherung AG.'],
    ['tied_agent', 'Die Musterversicherung AG haftet für unsere Vermittlung uneingeschränkt.'],
    ['agent', 'Wir vermitteln hier nur Verträge der Musterversicherung AG.'],
    ['broker', 'Andere Versicherer haben wir nicht verglichen.'],
    ['agent', 'Versicherungsvertreter mit Erlaubnis nach § 34d Abs. 1'],
    ['broker', 'Versicherungsmakler mit Erlaubnis nach § 34d Abs. 1'],
  ])('the status %s', (status, sentence) => {
    const operator: Operator = { ...placeholders, legal: { ...placeholders.legal, status } };
    expect(wordsOf(documentTexts({ operator, periods: usualPeriods }).erstinformation)).toContain(sentence);
  });

  test('no line without content if the company has no register', () => {
    const operator: Operator = {
      ...placeholders,
      company: { ...company, managingDirectors: '', registerCourt: '', registerNumber: '' },
    };
    const text = documentTexts({ operator, periods: usualPeriods }).erstinformation;
    expect(wordsOf(text)).not.toMatch(/Geschäftsführung|^, |\n\n/m);
  });
});

describe('the Datenschutzhinweise (Art. 13 DSGVO) name', () => {
  const words = wordsOf(texts.datenschutzhinweise);
  test.each([
    company.name,
    company.privacyEmail,
    insurer.name,
    'Bleibt ein Antrag 30 Tage lang unverändert, löschen wir ihn',
    '10 Jahre nach dem Ende des Jahres',
    '6 Jahre nach dem Ende des Jahres',
    'zehn Jahre ab dem Ende des Jahres',
    ...['a', 'b', 'c', 'f'].map((letter) => `Art. 6 Abs. 1 lit. ${letter}`),
    ...[15, 16, 17, 18, 20, 21, 22, 77].map((article) => `Art. ${article} DSGVO`),
    'Die Lebensnummer ist freiwillig',
  ])('%s', (fact) => {
    expect(words).toContain(fact);
  });
});

describe('the Mitteilung zur Anzeigepflicht (§ 19 Abs. 5 VVG)', () => {
  const words = wordsOf(texts.anzeigepflicht);

  test('names the insurer, what is asked, and what follows', () => {
    for (const fact of [insurer.name, '§ 19 Abs. 5', 'arglistig', 'ein', ...requirements]) {
      expect(words).toContain(fact);
    }
    expect(texts.anzeigepflicht.topics.map(({ heading }) => heading)).toEqual([
      'Ihre Anzeigepflicht',
      'Wonach wir fragen',
      'Rücktritt',
      'Kündigung',
      'Vertragsänderung',
      'Ausübung der Rechte',
      'Stellvertretung',
    ]);
  });
});

test.each(['produktinformationsblatt', 'avb', 'verbraucherinformation'] as const)(
  'the sample of %s says that it is one, and what belongs there',
  (kind) => {
    const { stamp, topics } = texts[kind];
    expect(stamp).toBe('MUSTER');
    expect(topics[0]).toMatchObject({ heading: 'Was hierher gehört' });
    expect(wordsOf(texts[kind])).toContain(`${kind}.pdf`);
  },
);

test('the documents that only the insurer can write are samples until they are given, and say so', () => {
  const stamped = documentKinds.filter((kind) => texts[kind].stamp);
  expect(stamped).toEqual(['produktinformationsblatt', 'avb', 'verbraucherinformation']);
  expect(samplesAmong(filled, () => false)).toEqual(stamped);
  expect(samplesAmong(filled, (kind) => kind === 'avb')).not.toContain('avb');
});

describe('a company', () => {
  const own = Object.fromEntries(Object.keys(company).map((name) => [name, `own ${name}`]));
  const withCompany = (changes: object): Operator => ({
    ...placeholders,
    company: { ...company, ...own, ...changes },
  });

  test.each([
    ['no fact', {}, []],
    ['only the hours', { serviceHours: company.serviceHours }, []],
    ['one fact', { contentResponsible: company.contentResponsible }, documentKinds],
    ['every fact', company, documentKinds],
  ])('of which %s is a placeholder may give documents or not', (_, changes, samples) => {
    expect(samplesAmong(withCompany(changes), () => true)).toEqual([...samples]);
  });
});

test('an offer needs a tariff, and has a start as soon as it is known', () => {
  const ids = { id: 'a', applicationId: 'b' };
  const selection = {
    ...ids,
    tariffType: 'top',
    selfParticipation: 250,
    paymentFrequency: 'quarterly',
    monthlyPremium: 44.58,
    annualPremium: 534.96,
  } as const;
  expect(chosenTariff({ 'horse-data': null, 'tariff-selection': null })).toBeNull();
  expect(chosenTariff({ 'horse-data': null, 'tariff-selection': selection })).toEqual({
    tariff: 'top',
    deductible: 250,
    frequency: 'quarterly',
    periodCents: 13374,
    insuranceStart: null,
  });
});

test.each([
  ['johanna@example.org', 'j…@example.org'],
  ['J.S@mail.müller.example', 'J…@mail.müller.example'],
  ['𝒿o@example.org', '𝒿…@example.org'],
])('%s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

test.each([
  [1, '1 KB'],
  [48 * 1024, '48 KB'],
  [48 * 1024 + 1, '49 KB'],
  [2 * 1024 * 1024, '2,0 MB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(formatSize(bytes)).toBe(shown);
});

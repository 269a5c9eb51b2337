/** What columns mean, as their names say it. */
import { describe, expect, test } from 'bun:test';
import type { ReturnMeaning } from '#domain/insurer/answers';
import { guessMapping, keptMeanings, meaningsIn } from '#domain/insurer/cells';

const words: [meaning: ReturnMeaning, names: string[]][] = [
  [
    'reference',
    [
      'Mandatsreferenz',
      'SEPA-Mandatsreferenz',
      'Referenz',
      'Ihre Referenz',
      'Antrag-ID',
      'ANTRAGS-NR.',
      'Antragsnummer',
    ],
  ],
  [
    'policyNumber',
    [
      'Versicherungsscheinnummer',
      'Versicherungsschein-Nr.',
      'VS-Nr.',
      'VSNR',
      'Police',
      'Policennummer',
      'Vertragsnummer',
    ],
  ],
  ['status', ['Status', 'Stand', 'Ergebnis', 'Entscheidung', 'Status des Antrags', 'antragsstatus']],
  [
    'reason',
    ['Grund', 'Begründung', 'BEGRUENDUNG', 'Bemerkung', 'Bemerkungen', 'Ablehnungsgrund', 'Hinweis'],
  ],
  ['date', ['Datum', 'Ausgestellt am', 'Datum der Entscheidung', 'Entscheidung am', 'Policierungsdatum']],
];

const cases = words.flatMap(([meaning, names]) => names.map((name) => [name, meaning] as const));

test.each(cases)('%s is the %s', (name, meaning) => {
  expect(guessMapping(['Sparte', name], [])).toEqual({ [meaning]: name });
});

test.each([
  'Name',
  'Geburtsdatum',
  'Antragsdatum',
  'Versicherungsbeginn',
  'Vertragsbeginn',
  'Pferd',
  'Spalte C',
])('%s says nothing of this', (name) => expect(guessMapping([name], [])).toEqual({}));

describe('of several columns', () => {
  test('the one with the best name is taken, wherever it stands', () => {
    expect(guessMapping(['Referenz', 'Antrag-ID', 'Mandatsreferenz'], [])).toEqual({
      reference: 'Mandatsreferenz',
    });
    expect(guessMapping(['Vertrag', 'VSNR'], [])).toEqual({ policyNumber: 'VSNR' });
  });

  test('none has two meanings', () => {
    expect(guessMapping(['Datum der Entscheidung', 'Entscheidung', 'Ablehnungsgrund laut VU'], [])).toEqual({
      status: 'Entscheidung',
      reason: 'Ablehnungsgrund laut VU',
      date: 'Datum der Entscheidung',
    });
  });

  test('all of a usual file are found', () => {
    const columns = ['Mandatsreferenz', 'Name', 'VS-Nummer', 'Status', 'Bemerkung', 'Datum'];
    expect(guessMapping(columns, [])).toEqual({
      reference: 'Mandatsreferenz',
      policyNumber: 'VS-Nummer',
      status: 'Status',
      reason: 'Bemerkung',
      date: 'Datum',
    });
  });
});

const id = '3261d8fb-c5b0-426f-813d-5142a8d34749';

describe('a column that our numbers stand in', () => {
  const rowsWith = (...cells: string[]) => cells.map((cell) => ['27.11.2026', cell]);

  test.each([
    ['the beginnings of ids', ['3261D8FB', '', '86C91EE0']],
    ['ids', [id]],
    ['mandate references', ['SF-20261127-7XQ2MK9PRT']],
  ])('is the reference, whatever its name: %s', (_, cells) => {
    expect(guessMapping(['Vom', 'Vorgang'], rowsWith(...cells))).toEqual({ reference: 'Vorgang' });
  });

  test.each([
    ['a column with days', ['20261127']],
    ['a column with a number of the insurer among them', ['3261D8FB', 'V-4711']],
    ['an empty column', ['', '']],
  ])('is not %s', (_, cells) => {
    expect(guessMapping(['Vom', 'Vorgang'], rowsWith(...cells))).toEqual({});
  });

  test('is not looked for if a name says it', () => {
    expect(guessMapping(['Antrag', 'Vorgang'], rowsWith('3261D8FB'))).toEqual({ reference: 'Antrag' });
  });
});

describe('meanings that are remembered', () => {
  const columns = ['Mandatsreferenz', 'VS-Nr.', 'Pferd', 'pferd'];
  const mapping = { reference: 'Mandatsreferenz', policyNumber: 'VS-Nr.', reason: 'pferd' };

  test('have no name of a column, and are found in another spelling and order', () => {
    const kept = keptMeanings(mapping, columns) ?? {};
    expect(kept).toEqual({ reference: 0, policyNumber: 3, reason: 2 });
    expect(meaningsIn(kept, ['vs-nr.', 'Pferd', 'MANDATSREFERENZ', 'pferd'])).toEqual({
      ...{ reference: 'MANDATSREFERENZ', policyNumber: 'vs-nr.', reason: 'pferd' },
    });
  });

  test.each([
    ...['SF-20261127-7XQ2MK9PRT', id, '3261D8FB', 'policiert', 'Abgelehnt.', 'anna@privat.example', '4711'],
    ...['27.11.2026', '27. November 2026', '#NV', '-', 'offen', '12,50', "'0012345", '≈ 12'],
  ])('are none of a row that may be data, such as %s', (cell) => {
    expect(keptMeanings(mapping, [...columns, cell])).toBeNull();
  });

  test.each(['Stand', 'Rückfrage an', 'Datum 1', 'Spalte C', 'Nr.', 'Grund (Ablehnung)'])(
    'are those of a header with %s',
    (name) => expect(keptMeanings(mapping, [...columns, name])).not.toBeNull(),
  );
});

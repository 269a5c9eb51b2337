/** The check before one applies: what is refused, what stands in the way, and from which day on it does not. */
import { describe, expect, test } from 'bun:test';
import { operationMonths, requirements, treatmentMonths } from '#domain/law/wordings';
import {
  allFreeFrom,
  checkPrecheck,
  type Obstacle,
  outcomeOf,
  precheckFields,
  questionKeys,
  questions,
} from '#domain/precheck';

const today = '2026-11-20';
const healthy = Object.fromEntries(questionKeys.map((key) => [key, 'no']));

/** What follows on a day; throws if the entries are refused. */
function outcome(entries: Record<string, string>, on = today) {
  const checked = checkPrecheck({ ...healthy, ...entries }, on);
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return outcomeOf(checked.value, on);
}

const refused = (entries: Record<string, string>) => {
  const checked = checkPrecheck({ ...healthy, ...entries }, today);
  return checked.ok ? [] : checked.errors.map(({ path, message }) => [path, message]);
};

describe('the questions', () => {
  test('are the requirements of step 1, in their order and words', () => {
    expect(questionKeys.map((key): string => questions[key].requirement)).toEqual([...requirements]);
    expect(precheckFields).toEqual([
      ...['operation', 'operationDay', 'planned', 'colic', 'colicDay', 'wound', 'woundDay', 'malformations'],
      'behaviour',
    ]);
  });

  test.each([
    ['operation', operationMonths],
    ['colic', treatmentMonths],
    ['wound', treatmentMonths],
  ] as const)('name the months of the requirement: %s', (key, months) => {
    const { requirement, text } = questions[key];
    for (const sentence of [requirement, text])
      expect(sentence).toContain(`in den letzten ${months} Monaten`);
    expect(questions[key].months).toBe(months);
  });
});

test('a horse with six times "Nein" fits', () => {
  expect(outcome({})).toEqual({ obstacles: [], unknown: [] });
});

describe('a treatment stands in the way until the months after it have passed (BGB §§ 187, 188)', () => {
  test.each([
    // [field, day, the first day on which it does not]
    ['operation', '2025-07-11', '2027-01-12'],
    ['operation', '2026-11-20', '2028-05-21'],
    ['operation', '2025-05-20', '2026-11-21'],
    ['operation', '2025-08-31', '2027-03-01'],
    ['operation', '2025-08-28', '2027-03-01'],
    ['operation', '2026-08-29', '2028-03-01'],
    ['operation', '2026-08-31', '2028-03-01'],
    ['operation', '2025-08-27', '2027-02-28'],
    ['operation', '2025-06-30', '2026-12-31'],
    ['operation', '2025-12-31', '2027-07-01'],
    ['colic', '2026-11-20', '2027-02-21'],
    ['colic', '2026-08-20', '2026-11-21'],
    ['colic', '2026-08-31', '2026-12-01'],
    ['colic', '2026-09-30', '2026-12-31'],
    ['wound', '2026-09-15', '2026-12-16'],
    ['wound', '2026-10-31', '2027-02-01'],
    ['wound', '2026-11-01', '2027-02-02'],
  ])('%s on %s: free from %s', (key, day, freeFrom) => {
    const given = { [key]: 'yes', [`${key}Day`]: day };
    expect(outcome(given).obstacles).toEqual([{ key, freeFrom } as Obstacle]);
    expect(outcome(given, freeFrom).obstacles).toEqual([]);
  });

  test('a day that was pasted with characters that nobody sees counts', () => {
    const given = { colic: 'yes', colicDay: '\u200e2026-08-\u200b20\u202c ' };
    expect(outcome(given).obstacles).toEqual([{ key: 'colic', freeFrom: '2026-11-21' }]);
  });

  test.each([
    ['operation', '2025-05-19'],
    ['operation', '1990-01-01'],
    ['colic', '2026-08-19'],
    ['wound', '2026-08-19'],
    ['wound', '2024-02-29'],
  ])('%s on %s: no longer', (key, day) => {
    expect(outcome({ [key]: 'yes', [`${key}Day`]: day }).obstacles).toEqual([]);
  });

  test('at the end of a February', () => {
    const given = { colic: 'yes', colicDay: '2027-11-30' };
    expect(outcome(given, '2028-02-29').obstacles).toEqual([{ key: 'colic', freeFrom: '2028-03-01' }]);
    expect(outcome(given, '2028-03-01').obstacles).toEqual([]);
  });
});

test.each(['planned', 'malformations', 'behaviour'] as const)('%s stands in the way without a day', (key) => {
  expect(outcome({ [key]: 'yes' }).obstacles).toEqual([{ key, freeFrom: null }]);
  expect(questions[key].meaning).toMatch(/\S/);
});

test('everything that stands in the way and everything unknown is named, in the order of the form', () => {
  const given = {
    wound: 'yes',
    woundDay: '2026-11-01',
    planned: 'yes',
    behaviour: 'unknown',
    colic: 'unknown',
  };
  expect(outcome(given)).toEqual({
    obstacles: [
      { key: 'planned', freeFrom: null },
      { key: 'wound', freeFrom: '2027-02-02' },
    ],
    unknown: ['colic', 'behaviour'],
  });
});

test.each<[string, (string | null)[], string | null]>([
  ['nothing', [], null],
  ['the last of several days', ['2027-01-12', '2028-05-21', '2027-02-02'], '2028-05-21'],
  ['none if something stays', ['2027-01-12', null], null],
])('free of all: %s', (_, days, expected) => {
  expect(allFreeFrom(days.map((freeFrom) => ({ key: 'colic', freeFrom })))).toBe(expected);
});

const missing = 'Bitte wählen Sie Ja, Nein oder Weiß nicht';
const noDay = 'Diesen Tag gibt es nicht. Bitte prüfen Sie das Datum';
const recent = (months: number) =>
  `Dieser Tag liegt in den letzten ${months} Monaten. Bitte wählen Sie „Ja“, oder löschen Sie den Tag`;

describe('a form is refused', () => {
  test('that is empty, once for each question', () => {
    const checked = checkPrecheck({}, today);
    expect(checked).toEqual({
      ok: false,
      errors: questionKeys.map((path) => ({ path, message: missing })),
    });
  });

  test.each<[string, Record<string, string>, [path: string, message: string]]>([
    ['an answer that nobody can give', { planned: 'maybe' }, ['planned', missing]],
    ['a name that every object has', { planned: 'constructor' }, ['planned', missing]],
    [
      '"Ja" without a day',
      { colic: 'yes' },
      ['colicDay', 'Bitte geben Sie den Tag an. Wissen Sie ihn nicht, wählen Sie „Weiß nicht“'],
    ],
    ['a day that does not exist', { wound: 'yes', woundDay: '2026-02-30' }, ['woundDay', noDay]],
    ['a German day', { wound: 'yes', woundDay: '01.11.2026' }, ['woundDay', noDay]],
    ['a word', { operation: 'no', operationDay: 'gestern' }, ['operationDay', noDay]],
    [
      'a day that is still to come',
      { operation: 'yes', operationDay: '2026-11-21' },
      ['operationDay', 'Der Tag darf nicht in der Zukunft liegen'],
    ],
    [
      'a day before any horse was born',
      { operation: 'yes', operationDay: '1966-11-19' },
      ['operationDay', 'So alt kann Ihr Pferd nicht sein. Bitte prüfen Sie das Datum'],
    ],
    [
      '"Nein" beside a recent day',
      { operation: 'no', operationDay: '2026-01-01' },
      ['operationDay', recent(18)],
    ],
    [
      '"Nein" beside the last day that counts',
      { colic: 'no', colicDay: '2026-08-20' },
      ['colicDay', recent(3)],
    ],
  ])('with %s', (_, entries, expected) => {
    expect(refused(entries)).toEqual([expected]);
  });

  test.each<[string, Record<string, string>]>([
    ['the day alone', { operation: '', operationDay: '2020-01-01' }],
    ['"Nein" and a day that no longer counts', { colic: 'no', colicDay: '2026-08-19' }],
    ['blanks around a day', { colic: 'yes', colicDay: ' 2026-08-19 ' }],
    ['the first possible day', { operation: 'yes', operationDay: '1966-11-20' }],
    ['"Weiß nicht", whatever the day', { wound: 'unknown', woundDay: 'im Sommer' }],
    ['a day where none is asked', { planned: 'no', plannedDay: 'morgen' }],
  ])('but not with %s', (_, entries) => {
    expect(refused(entries)).toEqual([]);
  });

  test('but today alone is a day that counts', () => {
    expect(outcome({ wound: '', woundDay: today }).obstacles).toEqual([
      { key: 'wound', freeFrom: '2027-02-21' },
    ]);
  });
});

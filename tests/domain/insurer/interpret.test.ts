import { describe, expect, test } from 'bun:test';
import { interpret, placesOf } from '#domain/insurer/lines';

const today = '2026-11-20';
const columns = ['Antrag', 'Police', 'Stand', 'Grund', 'Datum'];
const places = placesOf(
  { reference: 'Antrag', policyNumber: 'Police', status: 'Stand', reason: 'Grund', date: 'Datum' },
  columns,
);

const read = (...[policyNumber = '', status = '', reason = '', date = '']: string[]) =>
  interpret({ line: 2, cells: ['5a77e1fe', policyNumber, status, reason, date] }, places, today);

describe('a line with number, status, reason and date', () => {
  test.each([
    [['VS-1', 'policiert'], 'issued', 'VS-1', 'laut Versicherer', null],
    [['VS-1'], 'issued', 'VS-1', 'laut Versicherer', null],
    [['', 'angenommen', '', '20.11.2026'], 'issued', null, 'laut Versicherer am 20.11.2026', null],
    [['="007"', '', '', '46345'], 'issued', '007', 'laut Versicherer am 19.11.2026', null],
    [['', 'abgelehnt'], 'declined', null, 'laut Versicherer', null],
    [['', 'abgelehnt', 'Vorerkrankung'], 'declined', null, 'Vorerkrankung', null],
    [
      ['', 'abgelehnt', 'Alter\ndes Pferdes', '1.11.26'],
      ...['declined', null, 'Alter des Pferdes (laut Versicherer am 01.11.2026)', null],
    ],
    // the insurer's number of the file, and no contract
    [['VS-1', 'abgelehnt'], 'declined', null, 'laut Versicherer', null],
    [['', 'Rückfrage', 'Was heißt\r\n„lahm“?'], 'in_review', null, 'laut Versicherer', 'Was heißt\n„lahm“?'],
    [
      ['VS-1', 'Rückfrage'],
      ...['in_review', null, 'laut Versicherer', expect.stringContaining('hat eine Rückfrage')],
    ],
  ] as const)('%p', (cells, ...[to, policyNumber, reason, note]) => {
    expect(read(...cells)).toMatchObject({ to, policyNumber, reason, note, problem: null });
  });

  test.each([
    [[], null, 'Weder ein Stand'],
    // only says that there is none
    [['-'], null, 'Weder ein Stand'],
    [['VS-1', 'storniert'], null, '„storniert“'],
    [['1,23E+11'], 'issued', 'gerundete Zahl'],
    [['VS-'.repeat(16).concat('123'), 'policiert'], 'issued', 'mehr als 50 Zeichen'],
    [['VS\n1', 'policiert'], 'issued', 'mehrere Zeilen'],
    // `3-5`, typed into a spreadsheet
    [['2026-05-03', 'policiert'], 'issued', 'in ein Datum'],
    [['≈ 4711081512345678', 'policiert'], 'issued', 'gerundete Zahl'],
    [['', '#NV'], null, 'Formel'],
    [['VS-1', '#WERT!'], null, 'Formel'],
    [['VS-1', '-'], null, '„-“'],
    [['VS-1', '0'], null, '„0“'],
    [['VS-1', 'offen'], null, '„offen“'],
  ] as const)('%p is a problem', (cells, to, words) => {
    expect(read(...cells)).toMatchObject({ to, problem: expect.stringContaining(words) });
  });
});

const errors = ['#NV', '#N/A', '#WERT!', '#BEZUG!', '#NAME?', '#DIV/0!', 'Err:502', '=SVERWEIS(A2;G1:H9;2)'];
const placeholders = [
  ...['folgt', 'offen', 'keine', 'n/a', '-', '0', '000', 'wird nachgereicht', 'WAHR', 'VS-000', 'Ⅻ'],
];

describe.each([...errors, ...placeholders])('%s', (text) => {
  test('as number makes no policy', () => {
    const formula = errors.includes(text) ? 'Die Formel hat einen Fehler.' : null;
    expect(read(text)).toMatchObject({ to: null, policyNumber: null });
    expect(read(text).problem).toBe(
      formula ?? 'Weder ein Stand noch eine Versicherungsscheinnummer ist angegeben.',
    );
    expect(read(text, 'policiert')).toMatchObject({
      ...{ to: 'issued', policyNumber: null },
      problem: formula ?? `„${text}“ ist keine Versicherungsscheinnummer.`,
    });
    expect(read(text, 'abgelehnt')).toMatchObject({ to: 'declined', policyNumber: null, problem: null });
  });

  test('as status is a problem, whatever the number', () => {
    for (const number of ['', 'VS-1', text]) {
      expect(read(number, text)).toMatchObject({ to: null, policyNumber: null, problem: expect.any(String) });
    }
  });

  test('as date is left out', () => {
    expect(read('VS-1', '', '', text)).toMatchObject({ problem: null, reason: 'laut Versicherer' });
  });
});

test.each([...errors, 'folgt', 'keine', 'n/a', '-', '0'])('%s is no reason', (text) => {
  const hint = errors.includes(text) ? 'Der Grund wird weggelassen: Die Formel hat einen Fehler.' : null;
  expect(read('', 'abgelehnt', text)).toMatchObject({ reason: 'laut Versicherer', problem: null, hint });
  expect(read('', 'Rückfrage', text).note).toContain('hat eine Rückfrage');
});

test.each([
  ...['31.02.2026', '21.11.2026', '31.12.9999', '01.01.1900', 'gestern', '25.11.', 'KW 47', '11/20/2026'],
  ...['≈ 0,5', '12'],
])('the date %s is left out, and the line says so', (text) => {
  expect(read('VS-1', '', '', text)).toMatchObject({
    ...{ to: 'issued', policyNumber: 'VS-1', reason: 'laut Versicherer', problem: null },
    hint: `Das Datum „${text}“ kann nicht stimmen und wird weggelassen.`,
  });
});

test.each([
  ["'0012345", '0012345'],
  ["'VS-1'", 'VS-1'],
  ['’VS-1', 'VS-1'],
  ['="0012345"', '0012345'],
  ["VS'1", "VS'1"],
  ['46351', '46351'],
  ['20261120', '20261120'],
])('the number %s is %s', (text, policyNumber) => {
  expect(read(text, 'policiert')).toMatchObject({ policyNumber, problem: null });
});

test('long reasons and notes are shortened to what a case takes', () => {
  const reason = read('', 'abgelehnt', 'ä'.repeat(600), '19.11.2026').reason;
  expect([reason.length, reason.slice(-35)]).toEqual([
    500,
    '… (laut Versicherer am 19.11.2026)'.padStart(35, 'ä'),
  ]);
  const note = read('', 'rückfrage', `${'x'.repeat(1_998)}🐴y`).note ?? '';
  expect([note.length, note.slice(-2)]).toEqual([1_999, 'x…']);
});

test('without columns of their own status, reason and date are empty', () => {
  const few = placesOf({ reference: 'Antrag', policyNumber: 'Police' }, columns);
  const cells = ['5a77e1fe', 'VS-1', 'abgelehnt', 'Grund', '31.02.2026'];
  expect(interpret({ line: 2, cells }, few, today)).toMatchObject({
    ...{ to: 'issued', policyNumber: 'VS-1', problem: null },
    given: { reference: '5a77e1fe', reason: null, date: null },
  });
});

test('a shorter row has empty cells at its end', () => {
  expect(interpret({ line: 2, cells: ['5a77e1fe'] }, places, today)).toMatchObject({ to: null });
});

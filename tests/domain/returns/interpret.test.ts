import { describe, expect, test } from 'bun:test';
import { interpret, placesOf } from '#domain/returns/interpret';

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
    [['x'.repeat(51), 'policiert'], 'issued', 'mehr als 50 Zeichen'],
    [['VS\n1', 'policiert'], 'issued', 'mehrere Zeilen'],
    [['VS-1', '', '', '31.02.2026'], 'issued', '„31.02.2026“'],
    [['VS-1', '', '', '21.11.2026'], 'issued', 'Zukunft'],
    [['', 'abgelehnt', '', 'gestern'], 'declined', '„gestern“'],
  ] as const)('%p is a problem', (cells, to, words) => {
    expect(read(...cells)).toMatchObject({ to, problem: expect.stringContaining(words) });
  });
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

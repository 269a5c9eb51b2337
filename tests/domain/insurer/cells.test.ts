import { describe, expect, test } from 'bun:test';
import { answerIn, type Cell, cellOf, referenceIn, valueIn } from '#domain/insurer/cells';

const id = '5a77e1fe-0b1c-4d2e-8f3a-9b4c5d6e7f80';

test.each([
  ['  VS-1 ', 'VS-1'],
  ['="00123"', '00123'],
  ['="a ""b"""', 'a "b"'],
  ["'=1+1", '=1+1'],
  ["'-5", '-5'],
  ["'0012345", '0012345'],
  ["'s Pferd", "'s Pferd"],
  ['\u200b00123\u00a0', '00123'],
  ['=A1', '=A1'],
])('the cell %p has the value %p', (cell, value) => {
  expect(valueIn(cell)).toBe(value);
});

describe('the word', () => {
  test.each([
    ['policiert', 'issued'],
    ['POLICIERT', 'issued'],
    ['Angenommen.', 'issued'],
    [' ausgestellt ', 'issued'],
    ['Police ausgestellt', 'issued'],
    ['Antrag angenommen', 'issued'],
    ['abgelehnt', 'declined'],
    ['Antrag abgelehnt!', 'declined'],
    ['Rückfrage', 'in_review'],
    ['Ru\u0308ckfrage', 'in_review'],
    ['RUECKFRAGE:', 'in_review'],
    ['Ruckfrage', 'in_review'],
    ['Rückfragen', 'in_review'],
    ['nicht angenommen', null],
    ['angenommen?', null],
    ['teilweise abgelehnt', null],
    ['storniert', null],
    ['angenommen ausgestellt', null],
    ['constructor', null],
    ['', null],
  ] as const)('%p is %p', (word, answer) => {
    expect(answerIn(word)).toBe(answer);
  });
});

describe('a cell', () => {
  const kinds: Record<Cell['kind'], string[]> = {
    nothing: [
      ...['', ' ', '-', '–', '?', './.', '***', '0', '000', '0,00', '00.00.0000', '0000-00-00', '########'],
      ...['folgt', 'FOLGT!', 'Offen', 'noch offen', 'keine', '(keiner)', 'k. A.', 'n/a', 'N.V.'],
      ...['Keine Angabe', 'tbd', 'NULL', '="0"', "'-", '≈ 0'],
    ],
    error: [
      ...['#NV', '#N/A', '#n/v', '#NA', '#WERT!', '#BEZUG!', '#NAME?', '#DIV/0!', '#ZAHL!', '#NULL!'],
      ...['#VALUE!', '#ÜBERLAUF!', '#GETTING_DATA', 'Err:502', 'Err:5nn', 'Fehler: 511', '=A1', '="#NV"'],
      "'=SVERWEIS(A2;B:C;2)",
    ],
    number: [
      ...['7', '0012345', '-5', '12,5', '1.234.567', '4,71E+15', '≈ 4711', '46346', '20261120'],
      ...['4711081512345678', '25.11.', '31.02.2026', '20.11.6', '0.11.2026'],
    ],
    text: [
      ...['VS-1', '#12', 'VS#NV', 'keine Ahnung', 'offener Bruch', '# lahm', '= lahm', '=> Akte', 'A0'],
      ...['2026-02-30', '11/20/2026', 'heute', '20.Xyz.2026', '20.11.2026 x'],
    ],
    day: [],
  };
  const all = Object.entries(kinds).flatMap(([kind, some]) => some.map((raw) => [raw, kind] as const));
  test.each(all)('%p is a %s', (raw, kind) => {
    expect(cellOf(raw).kind).toBe(kind as Cell['kind']);
  });

  test.each([
    ...['20.11.2026', '20.11.26', '20. 11. 2026', '20.11.2026 14:30', '20.11.2026 00:00:00', '20/11/2026'],
    ...['2026/11/20', '20-11-2026', '2026-11-20', '2026.11.20', '20. November 2026', 'Fr, 20.11.2026'],
    ...['Freitag, 20. Nov. 2026', 'fr. 20.11.2026', '20-Nov-2026', '20.NOV.26', '20.11.2026, 14:30 Uhr'],
    ...['20.11.2026 um 14.30 Uhr', '20/11/2026 2:30 PM', '2026-11-20T14:05:00Z', '2026-11-20T14:30:00+01:00'],
    ...[
      '2026-11-20 14:30:00.000',
      "'20.11.2026",
      '\u200e20\u200e.11.2026',
      '２０.１１.２０２６',
      '20–11–2026',
    ],
  ])('%p is a day', (raw) => {
    expect(cellOf(raw)).toMatchObject({ kind: 'day', day: '2026-11-20' });
  });

  test.each([
    ['46346', '2026-11-20'],
    ['46346.75', '2026-11-20'],
    ['46346,5625', '2026-11-20'],
    ['20261120', '2026-11-20'],
    ['20000', '1954-10-03'],
    ['80000', '2119-01-11'],
    ['19999', null],
    ['80001', null],
    ['20261320', null],
    ['4,6346E+04', null],
  ])('%p counts the day %p', (raw, day) => {
    expect(cellOf(raw)).toMatchObject({ kind: 'number', day });
  });

  test.each([
    ['1. Jänner 2026', '2026-01-01'],
    ['1. März 2026', '2026-03-01'],
    ['1.MRZ.2026', '2026-03-01'],
    ['1. Mai 2026', '2026-05-01'],
    ['01-Oct-2026', '2026-10-01'],
    ['1. Dez. 26', '2026-12-01'],
  ])('%p is %p', (raw, day) => {
    expect(cellOf(raw).day).toBe(day);
  });
});

describe('the reference', () => {
  test.each([
    ['SF-20261120-7KQ4M2XW9C', 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    [' sf-20261120-7kq4m2xw9c', 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    ['SF 20261120 7KQ4M2XW9C', 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    ['sf202611207kq4m2xw9c', 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    ['SF/20261120/7KQ4M2XW9C', 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    ['SF-DEMO-3', 'mandate', 'SF-DEMO-3'],
    ['SF–20261120–7KQ4M2XW9C', 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    [id, 'id', id],
    [id.toUpperCase(), 'id', id],
    [id.replaceAll('-', ''), 'id', id],
    [`${id.slice(0, 18)} ${id.slice(18)}`, 'id', id],
    ["'SF-20261120-7KQ4M2XW9C", 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    ['5a77e1fe', 'start', '5a77e1fe'],
    ['00000000', 'start', '00000000'],
    ['5A77E1FE...', 'start', '5a77e1fe'],
    ['5a77e1fe…', 'start', '5a77e1fe'],
    ['12345678', 'start', '12345678'],
    ['123456e7', 'start', '123456e7'],
  ] as const)('%p looks for %p %p', (given, kind, key) => {
    expect(referenceIn(cellOf(given))).toEqual({ kind, key });
  });

  test.each([
    ['', 'fehlt'],
    [' - ', 'fehlt'],
    ['0', 'fehlt'],
    ['folgt', 'fehlt'],
    ['#NV', 'Formel'],
    ['=SVERWEIS(A2;G1:H9;2)', 'Formel'],
    ['≈ 12345678', 'gerundete Zahl'],
    ['1,23E+11', 'gerundete Zahl'],
    ['1.23456e+07', 'gerundete Zahl'],
    ['1234567', 'Nullen am Anfang'],
    ['7', 'Nullen am Anfang'],
    ['5a77e1f', 'mindestens acht Zeichen'],
  ])('%p looks for none and says: %s', (given, words) => {
    expect(referenceIn(cellOf(given))).toEqual({ kind: 'none', problem: expect.stringContaining(words) });
  });
});

import { describe, expect, test } from 'bun:test';
import { answerIn, dayIn, referenceIn, valueIn } from '#domain/returns/cells';

const id = '5a77e1fe-0b1c-4d2e-8f3a-9b4c5d6e7f80';

test.each([
  ['  VS-1 ', 'VS-1'],
  ['="00123"', '00123'],
  ['="a ""b"""', 'a "b"'],
  ["'=1+1", '=1+1'],
  ["'-5", '-5'],
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

describe('the date', () => {
  test.each([
    ['20.11.2026', '2026-11-20'],
    ['1.2.2026', '2026-02-01'],
    ['20.11.26', '2026-11-20'],
    ['20. 11. 2026', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20 14:05', '2026-11-20'],
    ['2026-11-20T14:05:00Z', '2026-11-20'],
    ['46346', '2026-11-20'],
    ['46346.75', '2026-11-20'],
    ['20000', '1954-10-03'],
    ['80000', '2119-01-11'],
    ['19999', null],
    ['80001', null],
    ['31.02.2026', null],
    ['2026-02-30', null],
    ['11/20/2026', null],
    ['heute', null],
    ['4,6346E+04', null],
  ])('%p is %p', (written, day) => {
    expect(dayIn(written)).toBe(day);
  });
});

describe('the reference', () => {
  test.each([
    ['SF-20261120-7KQ4M2XW9C', 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    [' sf-20261120-7kq4m2xw9c', 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    ['SF 20261120 7KQ4M2XW9C', 'mandate', 'SF202611207KQ4M2XW9C'],
    ['SF–20261120–7KQ4M2XW9C', 'mandate', 'SF-20261120-7KQ4M2XW9C'],
    [id, 'id', id],
    [id.toUpperCase(), 'id', id],
    [id.replaceAll('-', ''), 'id', id],
    [`${id.slice(0, 18)} ${id.slice(18)}`, 'id', id],
    ['5a77e1fe', 'start', '5a77e1fe'],
    ['5A77E1FE...', 'start', '5a77e1fe'],
    ['5a77e1fe…', 'start', '5a77e1fe'],
    ['12345678', 'start', '12345678'],
    ['123456e7', 'start', '123456e7'],
  ] as const)('%p looks for %p %p', (given, kind, key) => {
    expect(referenceIn(given)).toEqual({ kind, key });
  });

  test.each([
    ['', 'fehlt'],
    [' - ', 'fehlt'],
    ['1,23E+11', 'gerundete Zahl'],
    ['1.23456e+07', 'gerundete Zahl'],
    ['1234567', 'Nullen am Anfang'],
    ['7', 'Nullen am Anfang'],
    ['5a77e1f', 'mindestens acht Zeichen'],
  ])('%p looks for none and says: %s', (given, words) => {
    expect(referenceIn(given)).toEqual({ kind: 'none', problem: expect.stringContaining(words) });
  });
});

import { describe, expect, test } from 'bun:test';
import { createdAround, isHorseLike, isNameLike, reasonOf } from '#domain/applications/duplicates';
import { lifeNumberKey } from '#domain/applications/life-number';
import { isoOf } from '#domain/time';

describe('a horse', () => {
  test.each([
    ['Donna Clara', 'donna  CLARA', true],
    ['Bella-Donna', 'Belladonna', true],
    ['Fjölnir', 'Fjoelnir', true],
    ['Fjölnir', 'Fjolnir', true],
    ['Fjoelnir', 'Fjolnir', false],
    ['Donna Clara', 'Clara Donna', false],
    ['Donna Clara', 'Donna', false],
    ['***', '???', false],
    ['***', '***', true],
    ['Звезда', 'звезда', true],
  ])('"%s" is "%s": %p', (one, other, same) => {
    expect([isHorseLike(one)(other), isHorseLike(other)(one)]).toEqual([same, same]);
  });
});

describe('a person', () => {
  test.each([
    ['Johanna', 'Sommer', 'johanna', 'SOMMER', true],
    ['Anna-Maria', 'Müller', 'Anna Maria', 'Mueller', true],
    ['Matthias', 'Brandt-Özdemir', 'Brandt Özdemir', 'Matthias', true],
    ['Johanna', 'Sommer', 'Johanna', 'Winter', false],
    ['Johanna', 'Sommer', 'Johann', 'Asommer', false],
  ])('%s %s is %s %s: %p', (firstName, lastName, otherFirst, otherLast, same) => {
    expect(isNameLike({ firstName, lastName })({ firstName: otherFirst, lastName: otherLast })).toBe(same);
  });
});

test.each([
  ['DE 421 000-123.456/7', 'de4210001234567'],
  ['de4210001234567', 'de4210001234567'],
  ['276020000123456', '276020000123456'],
  ['826046W12345', '826046w12345'],
  ['unbekannt', null],
  ['keine', null],
  ['-', null],
  ['', null],
  ['folgt 2027', null],
  ['000 000 000 000 000', null],
  ['DE 999999', null],
  ['DE 12345', null],
  ['123456', '123456'],
])('the life number "%s" is compared as %p', (typed, key) => {
  expect(lifeNumberKey(typed)).toBe(key);
});

test.each([
  ['2026-11-20T09:00:00Z', '2025-11-19T23:00:00.000Z', '2027-11-20T23:00:00.000Z'],
  // late in the evening in Berlin, and in a year with 29 February
  ['2028-02-29T22:30:00Z', '2027-02-27T23:00:00.000Z', '2029-02-28T23:00:00.000Z'],
  ['2026-06-30T22:30:00Z', '2025-06-30T22:00:00.000Z', '2027-07-01T22:00:00.000Z'],
])('12 months around %s are those from %s until before %s', (created, from, before) => {
  const around = createdAround(Date.parse(created));
  expect([isoOf(around.from), isoOf(around.before)]).toEqual([from, before]);
});

test('what is alike is named in words', () => {
  expect(reasonOf(new Set(['number', 'horse'] as const))).toBe(
    'gleiche E-Mail-Adresse und gleicher Pferdename; gleiche Lebensnummer',
  );
});

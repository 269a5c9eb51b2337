/** When to call next, on working days, at night and on the days when the clocks change. */

import { describe, expect, test } from 'bun:test';
import { calendarOf, nationwide } from '#domain/calendar/working-days';
import { newCall, nextCallOf, wrongNextCall } from '#domain/callbacks/calls';
import { berlinInstant } from '#domain/clock';
import { check } from '#domain/fields';

const id = '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64';
const at = (moment: string) => {
  const [day = '', time = ''] = moment.split(' ');
  return berlinInstant(day, time);
};
const call = (outcome: 'reached' | 'not_reached' | 'appointment', more = {}) => ({ id, outcome, ...more });

describe('after a call in which nobody was reached, the next one is', () => {
  test.each([
    // a Friday
    ['two hours later', '2026-11-20 10:30', '2026-11-20 12:30'],
    ['still at six in the evening', '2026-11-20 16:00', '2026-11-20 18:00'],
    ['not a minute later, but on Monday', '2026-11-20 16:01', '2026-11-23 09:00'],
    ['at nine at the earliest', '2026-11-19 07:00', '2026-11-19 09:00'],
    ['on the next working day after a call before seven', '2026-11-19 06:59', '2026-11-20 09:00'],
    ['on Monday after a call on Saturday', '2026-11-21 11:00', '2026-11-23 09:00'],
    ['on Monday after a call on Sunday night', '2026-11-22 23:30', '2026-11-23 09:00'],
    ['on the Monday after the clocks go forward', '2026-03-27 17:00', '2026-03-30 09:00'],
    ['on the Monday after the clocks go back', '2026-10-23 17:00', '2026-10-26 09:00'],
  ])('%s (%s)', (_, called, next) => {
    expect(nextCallOf(call('not_reached'), at(called), nationwide)).toBe(at(next));
  });

  test.each([
    ['not on a holiday', '2026-12-25 10:00', '2026-12-28 09:00'],
    ['not on New Year, with which a long weekend begins', '2026-12-31 17:00', '2027-01-04 09:00'],
    ['on Christmas Eve, which is none', '2026-12-24 10:00', '2026-12-24 12:00'],
    ['not on Corpus Christi, which only some states have', '2027-05-27 10:00', '2027-05-28 09:00'],
  ])('%s (%s)', (_, called, next) => {
    expect(nextCallOf(call('not_reached'), at(called), calendarOf('NW'))).toBe(at(next));
  });

  test('none if the matter is settled, or the one that staff choose', () => {
    const now = at('2026-11-20 10:30');
    expect(nextCallOf(call('not_reached', { done: true }), now, nationwide)).toBeNull();
    expect(nextCallOf(call('reached'), now, nationwide)).toBeNull();
    const nextCallAt = '2026-11-24T08:00:00Z';
    for (const outcome of ['reached', 'not_reached', 'appointment'] as const)
      expect(nextCallOf(call(outcome, { nextCallAt }), now, nationwide)).toBe(Date.parse(nextCallAt));
  });
});

describe('the time of the next call', () => {
  const now = at('2026-11-20 10:30');
  test.each([
    ['appointment', undefined, 'Bitte geben Sie Tag und Uhrzeit des Termins an'],
    ['appointment', '2026-11-20T09:30:00Z', 'Der nächste Anruf muss in der Zukunft liegen'],
    ['reached', '2020-01-01T09:30:00Z', 'Der nächste Anruf muss in der Zukunft liegen'],
    ['appointment', '2027-01-19T23:00:00Z', 'Der nächste Anruf muss in den nächsten 60 Tagen liegen'],
    ['appointment', '2027-01-19T22:59:00Z', null],
    ['appointment', '2026-11-20T09:30:01Z', null],
    ['reached', undefined, null],
    ['not_reached', undefined, null],
  ] as const)('of %s at %s: %s', (outcome, nextCallAt, message) => {
    expect(wrongNextCall(call(outcome, { nextCallAt }), now)?.message ?? null).toBe(message);
  });

  test.each(['morgen', '2026-11-31T09:00:00Z', '2026-11-20T09:00', '2026-11-20', '2026-11-20T25:00:00Z'])(
    'is not %s',
    (nextCallAt) => {
      expect(check(newCall, call('appointment', { nextCallAt }))).toMatchObject({
        errors: [{ path: 'nextCallAt' }],
      });
    },
  );
});

test('a note may have lines and 1,000 characters', () => {
  const note = `${'x'.repeat(499)}\r\n${'y'.repeat(500)}`;
  expect(check(newCall, call('reached', { note }))).toMatchObject({
    value: { note: note.replace('\r', '') },
  });
  expect(check(newCall, call('reached', { note: 'x'.repeat(1_001) })).ok).toBe(false);
});

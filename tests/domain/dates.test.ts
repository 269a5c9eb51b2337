import { describe, expect, test } from 'bun:test';
import {
  addDays,
  berlinDay,
  calendarAge,
  daysBetween,
  formatDay,
  horseAge,
  isDay,
  monthsAfter,
} from '#domain/dates';

describe('the calendar', () => {
  test.each(['2026-11-20', '2024-02-29', '2000-02-29', '1900-01-01', '2026-12-31'])('has %s', (day) => {
    expect(isDay(day)).toBe(true);
  });

  test.each([
    ...['2026-02-29', '1900-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'],
    ...['2026-1-1', '20.11.2026', '2026-11-20T00:00:00Z', '2026-11-20 ', '+02026-11-20', '', 'heute'],
  ])('has no %p', (day) => {
    expect(isDay(day)).toBe(false);
  });

  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-25', -1, '2026-10-24'],
  ])('adds days: %s and %i is %s', (day, count, result) => {
    expect(addDays(day, count)).toBe(result);
    expect(daysBetween(day, result)).toBe(count);
  });

  test.each([
    ['2026-03-05', 3, '2026-06-05'],
    ['2026-03-05', 12, '2027-03-05'],
    ['2026-08-31', 3, '2026-11-30'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2027-11-30', 3, '2028-02-29'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2028-02-28', 12, '2029-02-28'],
    ['2026-10-01', 3, '2027-01-01'],
    ['2026-12-15', 12, '2027-12-15'],
    ['2026-09-30', 0, '2026-09-30'],
    ['2026-02-30', 3, '2026-02-30'],
  ])('adds months: %s and %i is %s', (day, count, result) => {
    expect(monthsAfter(day, count)).toBe(result);
  });

  test('shows a day as DD.MM.YYYY', () => {
    expect(formatDay('2026-03-05')).toBe('05.03.2026');
  });
});

describe('today', () => {
  test.each([
    ['winter, a minute before midnight', '2026-11-20T22:59:59Z', '2026-11-20'],
    ['winter, midnight', '2026-11-20T23:00:00Z', '2026-11-21'],
    ['winter, midnight in London', '2026-11-21T00:00:00Z', '2026-11-21'],
    ['summer, a minute before midnight', '2026-07-01T21:59:59Z', '2026-07-01'],
    ['summer, midnight', '2026-07-01T22:00:00Z', '2026-07-02'],
    ['the night the clocks go forward', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['the night the clocks go back', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['after the clocks went back', '2026-10-25T22:30:00Z', '2026-10-25'],
    ['new year', '2026-12-31T23:00:00Z', '2027-01-01'],
  ])('is the day in Germany: %s', (_, instant, day) => {
    expect(berlinDay(new Date(instant))).toBe(day);
  });
});

describe('age', () => {
  test.each([
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-21', '2026-11-20', 17],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2004-02-29', '2024-02-29', 20],
    ['2026-11-20', '2026-11-20', 0],
  ])('of a person born on %s counts birthdays: on %s it is %i', (birth, today, age) => {
    expect(calendarAge(birth, today)).toBe(age);
  });

  test.each([
    ['2014-11-20', 12],
    ['2022-11-20', 4],
    ['2018-11-20', 8],
    ['2025-11-20', 365 / 365.25],
  ])('of a horse born on %s is the number of days divided by 365.25', (birth, age) => {
    expect(horseAge(birth, '2026-11-20')).toBeCloseTo(age, 10);
  });
});

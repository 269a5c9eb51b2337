/** Compared with the dates in the calendars of the states, which are written out here, and not computed. */
import { describe, expect, test } from 'bun:test';
import { calendarOf, states } from '#domain/calendar/working-days';
import { addDays } from '#domain/dates';

type Row = [name: string, where: string, ...days: [string, string, string]];

/** In 2026, 2027 and 2028. No state: all of them. */
const holidays: Row[] = [
  ['Neujahr', '', '01-01', '01-01', '01-01'],
  ['Heilige Drei Könige', 'BW BY ST', '01-06', '01-06', '01-06'],
  ['Internationaler Frauentag', 'BE MV', '03-08', '03-08', '03-08'],
  ['Karfreitag', '', '04-03', '03-26', '04-14'],
  ['Ostersonntag', 'BB', '04-05', '03-28', '04-16'],
  ['Ostermontag', '', '04-06', '03-29', '04-17'],
  ['Tag der Arbeit', '', '05-01', '05-01', '05-01'],
  ['Christi Himmelfahrt', '', '05-14', '05-06', '05-25'],
  ['Pfingstsonntag', 'BB', '05-24', '05-16', '06-04'],
  ['Pfingstmontag', '', '05-25', '05-17', '06-05'],
  ['Fronleichnam', 'BW BY HE NW RP SL', '06-04', '05-27', '06-15'],
  ['Mariä Himmelfahrt', 'BY SL', '08-15', '08-15', '08-15'],
  ['Weltkindertag', 'TH', '09-20', '09-20', '09-20'],
  ['Tag der Deutschen Einheit', '', '10-03', '10-03', '10-03'],
  ['Reformationstag', 'BB HB HH MV NI SH SN ST TH', '10-31', '10-31', '10-31'],
  ['Allerheiligen', 'BW BY NW RP SL', '11-01', '11-01', '11-01'],
  ['Buß- und Bettag', 'SN', '11-18', '11-17', '11-22'],
  ['1. Weihnachtstag', '', '12-25', '12-25', '12-25'],
  ['2. Weihnachtstag', '', '12-26', '12-26', '12-26'],
];
const firstYear = 2026;

describe.each([...states, ''])('in %s', (state) => {
  test.each([2026, 2027, 2028])('%i has the holidays of its calendar', (year) => {
    const { isWorkingDay } = calendarOf(state);
    const free = weekdaysOf(year).filter((day) => !isWorkingDay(day));
    const listed = holidays
      .filter(([, where]) => where === '' || (state !== '' && where.split(' ').includes(state)))
      .map(([, , ...days]) => `${year}-${days[year - firstYear]}`)
      .filter((day) => !isWeekend(day));
    expect(free).toEqual(listed);
  });
});

test.each([
  ['', '2026-11-20', 1, '2026-11-23'],
  ['', '2026-11-20', 0, '2026-11-20'],
  ['', '2026-12-23', 1, '2026-12-24'],
  // Christmas on Friday and Saturday
  ['', '2026-12-24', 1, '2026-12-28'],
  ['', '2026-12-30', 2, '2027-01-04'],
  ['', '2027-03-25', 1, '2027-03-30'],
  ['NW', '2027-05-26', 1, '2027-05-28'],
  ['BE', '2027-05-26', 1, '2027-05-27'],
  // All Saints' Day is a Monday
  ['NW', '2027-10-29', 1, '2027-11-02'],
  ['NI', '2027-10-29', 1, '2027-11-01'],
  ['Bayern', '2027-05-26', 1, '2027-05-27'],
])('in "%s", %s and %i working days is %s', (state, day, count, reached) => {
  expect(calendarOf(state).workingDaysAfter(day, count)).toBe(reached);
});

function weekdaysOf(year: number): string[] {
  const days: string[] = [];
  for (let day = `${year}-01-01`; day.startsWith(`${year}`); day = addDays(day, 1))
    if (!isWeekend(day)) days.push(day);
  return days;
}

function isWeekend(day: string): boolean {
  return ['Sat', 'Sun'].some((name) => new Date(`${day}T12:00:00Z`).toUTCString().startsWith(name));
}

import { getHolidays } from 'feiertagejs';
import { addDays } from '../dates';
import { isoOf } from '../time';

/** Working days are Monday to Friday, without public holidays. */
export type Calendar = {
  isWorkingDay(day: string): boolean;
  workingDaysAfter(day: string, count: number): string;
};

/** The states of Germany by the last letters of ISO 3166-2. */
export const states = [
  'BB',
  'BE',
  'BW',
  'BY',
  'HB',
  'HE',
  'HH',
  'MV',
  'NI',
  'NW',
  'RP',
  'SH',
  'SL',
  'SN',
  'ST',
  'TH',
] as const;

/** `state`: one of `states`; any other text: only the holidays of the whole country. */
export function calendarOf(state: string): Calendar {
  const region = states.find((one) => one === state) ?? 'BUND';
  const known = new Map<string, Set<string>>();
  const holidaysOf = (year: string) => {
    const found = known.get(year) ?? new Set(getHolidays(year, region).map(({ date }) => dayOf(date)));
    known.set(year, found);
    return found;
  };
  const isWorkingDay = (day: string) => isWeekday(day) && !holidaysOf(day.slice(0, 4)).has(day);
  return {
    isWorkingDay,
    workingDaysAfter: (day, count) => {
      let left = count;
      let reached = day;
      while (left > 0) {
        reached = addDays(reached, 1);
        if (isWorkingDay(reached)) left -= 1;
      }
      return reached;
    },
  };
}

export const nationwide = calendarOf('');

/** Each is at noon (UTC). Its `dateString` is another day where clocks are 12 hours ahead. */
function dayOf(date: Date): string {
  return isoOf(date.getTime()).slice(0, 10);
}

function isWeekday(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday > 0 && weekday < 6;
}

/** Calendar days are `YYYY-MM-DD` strings; every rule gets `today` (Europe/Berlin) as an argument. */
import { dayMs, hourMs, isoOf } from './time';

/** Excel counts days from here: before March 1900 wrongly, since then correctly. */
export const firstSerial = '1899-12-30';

const pattern = /^\d{4}-\d{2}-\d{2}$/;

// created once, because this takes longer than sending a cached page
const berlin = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export function berlinDay(instant: Date): string {
  const parts = berlin.formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** Clocks change later at night, so each midnight is one instant. */
export function berlinMidnight(day: string): number {
  const inSummer = epochOf(day) - 2 * hourMs;
  return berlinDay(new Date(inSummer)) === day ? inSummer : inSummer + hourMs;
}

/** True for a `YYYY-MM-DD` string whose day exists in the calendar. */
export function isDay(value: string): boolean {
  return !Number.isNaN(epochOf(value));
}

export function addDays(day: string, count: number): string {
  return isoOf(epochOf(day) + count * dayMs).slice(0, 10);
}

/** A day that the month lacks becomes its last one: three months after 31 August is 30 November. */
export function monthsAfter(day: string, count: number): string {
  if (!isDay(day)) return day;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return isoOf(Date.UTC(year, month - 1 + count, Math.min(date, last))).slice(0, 10);
}

/** 29 February becomes 28 February if that year has none. */
export function yearsBefore(day: string, count: number): string {
  if (!isDay(day)) return day;
  const year = String(Number(day.slice(0, 4)) - count).padStart(4, '0');
  const candidate = `${year}${day.slice(4)}`;
  return isDay(candidate) ? candidate : `${year}-02-28`;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((epochOf(to) - epochOf(from)) / dayMs);
}

/** Age in calendar years by law (BGB §§ 187, 188). */
export function calendarAge(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Horse age in years: days since birth divided by 365.25. */
export function horseAge(birthDate: string, today: string): number {
  return daysBetween(birthDate, today) / 365.25;
}

/** `05.03.2026` for a day; any other input is returned unchanged. */
export function formatDay(day: string): string {
  return isDay(day) ? `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}` : day;
}

/** Midnight UTC of a day in ms; NaN if the day does not exist. */
function epochOf(day: string): number {
  const epoch = pattern.test(day) ? Date.parse(day) : Number.NaN;
  // some browsers read 30 February as 2 March
  const exists = !Number.isNaN(epoch) && isoOf(epoch).startsWith(day);
  return exists ? epoch : Number.NaN;
}

/** Calendar days travel as `YYYY-MM-DD` strings; every rule takes `today` (Europe/Berlin) as an argument. */

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const millisecondsPerHour = 3_600_000;
const millisecondsPerDay = 24 * millisecondsPerHour;

// made once: making one takes longer than a page from the cache
const berlin = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

type Day = { year: number; month: number; day: number };

/** The calendar day in Germany at an instant, as `YYYY-MM-DD`. */
export function berlinDay(instant: Date): string {
  const parts = berlin.formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The instant (ms) at which a day begins in Germany. Clocks change there later at night: midnight is never twice. */
export function berlinMidnight(day: string): number {
  const inSummer = epochOf(day) - 2 * millisecondsPerHour;
  return berlinDay(new Date(inSummer)) === day ? inSummer : inSummer + millisecondsPerHour;
}

/** True for a `YYYY-MM-DD` string whose day exists in the Gregorian calendar. */
export function isDay(value: string): boolean {
  return parse(value) !== null;
}

/** The day `count` days after `day` (negative: before). */
export function addDays(day: string, count: number): string {
  return new Date(epochOf(day) + count * millisecondsPerDay).toISOString().slice(0, 10);
}

/** The same day `count` years earlier; 29 February becomes 28 February where the year has none. */
export function yearsBefore(day: string, count: number): string {
  const parsed = parse(day);
  if (!parsed) return day;
  const year = String(parsed.year - count).padStart(4, '0');
  const candidate = `${year}${day.slice(4)}`;
  return isDay(candidate) ? candidate : `${year}-02-28`;
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((epochOf(to) - epochOf(from)) / millisecondsPerDay);
}

/** Age in calendar years, as the law counts it (BGB §§ 187, 188). */
export function calendarAge(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Horse age in years: elapsed time divided by 365.25 days (spec 5, "Other"). */
export function horseAge(birthDate: string, today: string): number {
  return daysBetween(birthDate, today) / 365.25;
}

/** `05.03.2026` for a day; the input itself if it is no day. */
export function formatDay(day: string): string {
  const parsed = parse(day);
  return parsed ? `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}` : day;
}

function parse(value: string): Day | null {
  const match = pattern.exec(value);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const instant = new Date(Date.UTC(2000, 0, 1));
  instant.setUTCFullYear(year, month - 1, day);
  const exists = instant.getUTCMonth() === month - 1 && instant.getUTCDate() === day;
  return exists ? { year, month, day } : null;
}

function epochOf(day: string): number {
  const parsed = parse(day);
  if (!parsed) return Number.NaN;
  return Date.UTC(parsed.year, parsed.month - 1, parsed.day);
}

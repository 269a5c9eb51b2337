/** What a person sees of a number in a cell. */
import { addDays } from '#domain/dates';

/** `digits`: at least so many, filled with zeros. */
export type NumberFormat = { kind: 'day' } | { kind: 'digits'; digits: number } | { kind: 'plain' };

const plain: NumberFormat = { kind: 'plain' };
const day: NumberFormat = { kind: 'day' };

/** ECMA-376, 18.8.30: numbers of formats that a workbook does not spell out. Times without a day are not among them. */
const builtInDays = [
  [14, 17],
  [22, 22],
  [27, 31],
  [36, 36],
  [50, 58],
] as const;

export function builtInFormat(id: number): NumberFormat {
  return builtInDays.some(([from, to]) => from <= id && id <= to) ? day : plain;
}

/** In characters: no spreadsheet takes a longer one, which could take minutes to look through. */
const longestFormat = 255;

export function formatOf(code: string): NumberFormat {
  if (code.length > longestFormat) return plain;
  // texts, escaped characters, blanks of a width, colours and languages are not the format itself
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '');
  const [positive = ''] = bare.split(';');
  if (/^0{2,30}$/.test(positive)) return { kind: 'digits', digits: positive.length };
  const isElapsed = /\[[hms]+\]/i.test(code);
  const isDay = /[dy]/i.test(positive) || (/m/i.test(positive) && !/[hs]/i.test(positive));
  return isDay && !isElapsed && !/general|standard/i.test(positive) ? day : plain;
}

/** `stored`: as the file has it, such as `1.23456789012E11`. */
export function numberText(stored: string, format: NumberFormat, since1904: boolean): string {
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return stored;
  if (format.kind === 'day') return dayOf(number, since1904) ?? plainText(stored, number);
  if (format.kind === 'digits' && Number.isSafeInteger(number)) {
    return `${number < 0 ? '-' : ''}${String(Math.abs(number)).padStart(format.digits, '0')}`;
  }
  return plainText(stored, number);
}

/** A fraction has the 15 digits that Excel shows, with a comma as in German. */
function plainText(stored: string, number: number): string {
  if (Number.isInteger(number)) return Number.isSafeInteger(number) ? String(number) : stored;
  return String(Number(number.toPrecision(15))).replace('.', ',');
}

/** 9999-12-31. */
const lastSerial = 2_958_465;
/** Excel counts a 29 February 1900, which was none. */
const leapSerial = 60;

function dayOf(serial: number, since1904: boolean): string | null {
  const days = Math.floor(serial);
  if (days < (since1904 ? 0 : 1) || days > lastSerial) return null;
  if (since1904) return addDays('1904-01-01', days);
  if (days === leapSerial) return null;
  return addDays(days < leapSerial ? '1899-12-31' : '1899-12-30', days);
}

/** What a person sees of a number or a text in a cell. */
import { addDays } from '#domain/dates';
import { inexact } from '#domain/insurer/cells';

/** Tokens of a format: a sign such as `0`, or `"` and a text that is shown as it is. */
type Tokens = readonly string[];

/** `sections`: for positive numbers, for negative ones, for zero; null: not shown here. `text`: the one for texts. */
export type NumberFormat = { kind: 'day' | 'plain' | 'digits'; sections: (Section | null)[]; text: Tokens };
type Section = (number: number) => string;

export const plainFormat: NumberFormat = { kind: 'plain', sections: [], text: [] };

/** ECMA-376, 18.8.30: numbers of formats that a workbook does not spell out. Times and fractions have no digits here. */
const builtIn = new Map(
  Object.entries({
    '0': [1],
    '0.00': [2],
    '#,##0': [3, 5, 6, 37, 38, 41, 42],
    '#,##0.00': [4, 7, 8, 39, 40, 43, 44],
    '%': [9, 10, 11, 12, 13, 18, 19, 20, 21, 45, 46, 47, 48],
    d: [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58],
  }).flatMap(([code, ids]) => ids.map((id) => [id, code])),
);

export function builtInCode(id: number): string {
  return builtIn.get(id) ?? '';
}

/** In characters: no spreadsheet takes a longer one, which could take minutes to look through. */
const longestFormat = 255;
const token = /"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|general|standard|./gis;

export function formatOf(code: string): NumberFormat {
  if (code.length > longestFormat) return { ...plainFormat, kind: 'digits' };
  const parts = code.matchAll(token).flatMap(tokenOf).toArray();
  const ends = [...parts.keys().filter((at) => parts[at] === ';'), parts.length];
  const all = ends.map((end, index) => parts.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end));
  const text = all.find((some) => some.includes('@')) ?? [];
  const signs = all[0]?.filter((one) => !one.startsWith('"')).join('') ?? '';
  const isDay = /[dy]/.test(signs) || (signs.includes('m') && !/[hs]/.test(signs));
  if (isDay && !signs.includes('[')) return { kind: 'day', sections: [], text };
  // `;;;` hides numbers
  const isPlain = parts.length === 0 || (['@', 'G'].includes(signs) && all[0]?.length === signs.length);
  if (isPlain) return { ...plainFormat, text };
  return { kind: 'digits', sections: all.slice(0, 3).map(sectionOf), text };
}

/** A colour, a language and a blank of a width are not shown. */
function tokenOf([whole, quoted, escaped, bracket]: RegExpExecArray): string[] {
  const shown = quoted ?? escaped ?? (/^[-+():€ ]$/.test(whole) ? whole : undefined);
  if (shown !== undefined) return [`"${shown}`];
  if (bracket === undefined) return /^[_*]/.test(whole) ? [] : [whole.length > 1 ? 'G' : whole.toLowerCase()];
  const [, currency] = /^\$([^-]*)/.exec(bracket) ?? [];
  if (currency !== undefined) return currency ? [`"${currency}`] : [];
  // a condition, or hours that passed
  return /^(?:[hms]+|[<>=].*)$/i.test(bracket) ? ['['] : [];
}

const isDigit = (one: string) => one === '0' || one === '#';
const isText = (one: string) => one.startsWith('"');
const textsIn = (tokens: Tokens) => tokens.map((one) => (isText(one) ? one.slice(1) : '')).join('');
/** So many places of digits are enough for any number. */
const mostTokens = 20;

/** Null: it has signs that are not understood, such as those of a percentage. */
function sectionOf(tokens: Tokens): Section | null {
  const signs = tokens.filter((one) => !isText(one)).join('');
  if (signs === 'G')
    return (number) => tokens.map((one) => (one === 'G' ? plainText(number) : one.slice(1))).join('');
  const inner = tokens.slice(tokens.findIndex(isDigit), tokens.findLastIndex(isDigit) + 1);
  if (inner.length === 0) return signs === '' ? () => textsIn(tokens) : null;
  if (inner.length > mostTokens || !/^[0#]+(?:,[0#]+)*(?:\.[0#]+)?$/.test(signs)) return null;
  const before = textsIn(tokens.slice(0, tokens.findIndex(isDigit)));
  const after = textsIn(tokens.slice(tokens.findLastIndex(isDigit) + 1));
  if (inner.every(isDigit) || inner.some(isText))
    return /[.,]/.test(signs) ? null : (number) => before + filled(inner, number) + after;
  const [whole = '', fraction = ''] = signs.split('.');
  const { format } = new Intl.NumberFormat('de-DE', {
    minimumIntegerDigits: Math.max(1, whole.replace(/[^0]/g, '').length),
    minimumFractionDigits: fraction.replace(/[^0]/g, '').length,
    maximumFractionDigits: fraction.length,
    useGrouping: whole.includes(','),
  });
  return (number) => before + format(number) + after;
}

/** From the right; the first place takes all that is left. */
function filled(places: Tokens, number: number): string {
  let left = number === 0 ? '' : number.toFixed(0);
  const shown = places.toReversed().map((one, at) => {
    if (isText(one)) return one.slice(1);
    const some = at === places.length - 1 ? left : left.slice(-1);
    left = left.slice(0, left.length - some.length);
    return some || one.replace('#', '');
  });
  return shown.toReversed().join('');
}

/** From here Excel and LibreOffice show zeros in place of the last digits. */
const firstInexact = 1e15;

/** `stored`: as the file has it, such as `1.23456789012E11`. */
export function numberText(stored: string, format: NumberFormat, since1904: boolean): string {
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return stored;
  const plain = plainText(number);
  if (format.kind === 'day') return dayOf(number, since1904) ?? inexact(plain);
  if (Math.abs(number) >= firstInexact) return inexact(plain);
  if (format.kind === 'plain') return plain;
  const [positive, negative, zero] = format.sections;
  const own = number < 0 ? negative : number === 0 ? zero : positive;
  const section = own === undefined ? positive : own;
  if (!section) return inexact(plain);
  return (number < 0 && own === undefined ? '-' : '') + section(Math.abs(number));
}

/** A text has a format too: `"VS-"@`. */
export function textWith({ text: tokens }: NumberFormat, text: string): string {
  const at = tokens.indexOf('@');
  return text === '' ? '' : textsIn(tokens.slice(0, Math.max(0, at))) + text + textsIn(tokens.slice(at + 1));
}

/** A fraction has the 15 digits that Excel shows, with a comma as in German. */
function plainText(number: number): string {
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(15))).replace('.', ',');
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

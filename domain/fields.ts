/** `errorMessage` is the message of a field; each further rule brings its own. */
import {
  Boolean as BooleanType,
  Enum,
  Null,
  Optional,
  Refine,
  type Static,
  String as StringType,
  type TObject,
  type TSchema,
  type TString,
  Union,
} from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { isDay } from './dates';

export const maximum = { name: 100, street: 200, text: 500, email: 254, short: 50, code: 20 } as const;

// with the default of 8, some fields of a long form would have no message
Settings.Set({ maxErrors: 100 });

export type FieldError = { path: string; message: string };
export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] };

// C0, DEL, C1, and the two separators that JavaScript treats as line ends
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** A required text; `message` when it is empty or no text at all. `cleaned` replaces `tidied`. */
export function text(message: string, maxLength: number = maximum.name, cleaned?: Annotated['cleaned']) {
  return rule(plain(message, maxLength, cleaned), isSeen, message);
}

/** A required text of several lines. Whatever ends its lines, they are stored with a line feed. */
export function lines(message: string, maxLength: number) {
  const base = StringType({ errorMessage: message, maxLength, normalise: unifyLines });
  return rule(bounded(base, maxLength, /[\t\n]/g), isSeen, message);
}

/** A required secret, used exactly as entered, blanks included. */
export function secret(message: string, maxLength: number) {
  const base = StringType({ errorMessage: message, maxLength, verbatim: true });
  return rule(base, (value) => value !== '' && value.length <= maxLength, message);
}

export function optionalText(maxLength: number = maximum.name) {
  return Optional(plain('Bitte geben Sie einen Text ein', maxLength));
}

/** A value that stays as it is when the field is missing, and is taken away by null. */
export function clearable(
  message: string,
  holds: (value: string) => boolean,
  normalise?: (value: string) => string,
) {
  const base = Union([StringType(), Null()], { errorMessage: message, normalise, nullable: true });
  return Optional(rule(base, (value) => value === null || holds(value), message));
}

export function choice<Values extends string[]>(values: readonly [...Values], message: string) {
  return Enum(values, { errorMessage: message });
}

export function consent(message: string) {
  return rule(BooleanType({ errorMessage: message }), (value) => value === true, message);
}

/** A checkbox that may stay unticked, which is the same as a missing field. */
export function optionalConsent() {
  return Optional(BooleanType({ errorMessage: 'Bitte setzen Sie ein Häkchen oder keines', onlyTrue: true }));
}

export function day(message: string) {
  return rule(StringType({ errorMessage: message }), isDay, message);
}

/** Adds a rule with its own message. It is not evaluated for a value that fails an earlier rule. */
export function rule<T extends TSchema>(schema: T, holds: (value: Static<T>) => boolean, message: string) {
  return Refine(schema, holds, () => message);
}

/**
 * Ignores fields that the schema does not have. Returns one message for each failing field, in the order of the form.
 * @param holds a faster check against the same schema
 */
export function check<T extends TObject>(
  schema: T,
  input: unknown,
  holds: (value: unknown) => boolean = (value) => Check(schema, value),
): Checked<Static<T>> {
  const value = pick(schema, input);
  if (holds(value)) return { ok: true, value: value as Static<T> };
  const messages = new Map<string, string>();
  // `typebox/value` returns the same, but is twice as large in the browser
  const [, found] = Errors(schema, value);
  for (const error of found) {
    for (const [path, message] of messagesOf(schema, error)) {
      if (!messages.has(path)) messages.set(path, message);
    }
  }
  if (messages.size === 0) return { ok: true, value: value as Static<T> };
  const order = Object.keys(schema.properties);
  const errors = [...messages].map(([path, message]) => ({ path, message }));
  return { ok: false, errors: errors.sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path)) };
}

type Annotated = {
  errorMessage?: string;
  normalise?: (value: string) => string;
  verbatim?: boolean;
  cleaned?: (value: string) => string;
  /** Null is a value, not a missing one. */
  nullable?: boolean;
  /** False is a missing value. */
  onlyTrue?: boolean;
};

function plain(message: string, maxLength: number, cleaned?: Annotated['cleaned']) {
  return bounded(StringType({ errorMessage: message, maxLength, cleaned }), maxLength);
}

/** `allowed`: control characters that the text may contain. */
function bounded(base: TString, maxLength: number, allowed?: RegExp) {
  // `maxLength` counts visible characters, each of which may have any number of code units
  const short = rule(base, (value) => value.length <= maxLength, tooLong(maxLength));
  return rule(short, (value) => isPrintable(value, allowed), unprintable);
}

/** True for a text without control characters, except those that `allowed` finds. */
export function isPrintable(value: string, allowed?: RegExp): boolean {
  return !controlCharacters.test(allowed ? value.replace(allowed, '') : value) && value.isWellFormed();
}

/** False for a text of marks without a letter, blanks, and characters that no typeface has. */
const isSeen = (value: string) => /[^\p{M}\p{Z}\p{C}]/u.test(value);
const unifyLines = (value: string) => value.replace(/\r\n?/g, '\n');

const tooLong = (limit: number) => `Bitte geben Sie höchstens ${limit.toLocaleString('de-DE')} Zeichen ein`;
const unprintable = 'Der Text enthält ein unsichtbares Zeichen. Bitte tippen Sie ihn neu ein';

function pick(schema: TObject, input: unknown): Record<string, unknown> {
  const source: object = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  const picked: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(source, key)) continue;
    const value: unknown = Reflect.get(source, key);
    const annotated = field as Annotated;
    if (value === undefined) continue;
    if (value === null && isOptional(schema, key) && !annotated.nullable) continue;
    if (value === false && annotated.onlyTrue) continue;
    picked[key] = typeof value === 'string' ? clean(annotated, value) : value;
  }
  return picked;
}

function clean(field: Annotated, value: string): string {
  if (field.verbatim) return value;
  const { cleaned = tidied, normalise } = field;
  return normalise ? normalise(cleaned(value)) : cleaned(value);
}

/** What somebody typed, as it is stored: without characters that nobody sees, and without blanks at its ends. */
export function tidied(value: string): string {
  return withoutInvisible(value).trim();
}

/** `1.500` of `1.500 Euro`, `EUR 1.500`, `€ 1.500,-` and `1.500.--`. */
export function bareAmount(typed: string): string {
  return tidied(typed)
    .replace(/^(€|euro?)\s*|\s*(€|euro?)$/gi, '')
    .replace(/\s*[.,]\s*[-–—]+$/, '');
}

// a braille cell, a note head and hieroglyphs that show nothing are blanks that no trimming knows
const blanks = /[\u2800\u{1d159}\u{13441}\u{13442}]/gu;
const carried = '\\u200c\\u200d\\ufe0e\\ufe0f';
// a flag, such as that of Scotland, is a black one with letters that nobody sees
const invisible = new RegExp(
  `(\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f})|(?![${carried}])[\\p{Cf}\\p{DI}]`,
  'gu',
);
const carriedRuns = new RegExp(`(^|.)([${carried}]+)(?=(.?))`, 'gsu');
const joiners = /[\u200c\u200d]/;
// a digit only as a key, below U+20E3
const selectable = /(?![\d#*])\p{Emoji}/u;
// Persian, Hindi and pictures need them; letters that stand alone do not
const joinable = /[^\s\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}\p{P}]/u;

/** Nothing but letters, marks and blanks of Western languages, as in nearly every text. */
const visible = /^[\t\n\r -~\u00a1-\u00ac\u00ae-\u017f€„“–]*$/;

/** Joiners and variation selectors stay where they change what is seen, as in Persian words and pictures. */
export function withoutInvisible(value: string): string {
  if (visible.test(value)) return value;
  const shown = value.replace(blanks, ' ').replace(invisible, '$1');
  return shown.replace(carriedRuns, (_, before: string, run: string, after: string) => {
    const stays = joiners.test(run)
      ? joinable.test(before) && joinable.test(after)
      : selectable.test(before) || after === '\u20e3';
    return stays ? before + run : before;
  });
}

function isOptional(schema: TObject, key: string): boolean {
  return !(schema.required ?? []).includes(key);
}

function messagesOf(schema: TObject, error: ReturnType<typeof Errors>[1][number]): [string, string][] {
  const own = (path: string) => (schema.properties[path] as Annotated | undefined)?.errorMessage;
  if (error.keyword === 'required' && !error.instancePath) {
    return error.params.requiredProperties.map((path) => [path, own(path) ?? error.message]);
  }
  const path = error.instancePath.slice(1).split('/')[0] ?? '';
  if (error.keyword === '~refine') return [[path, error.message]];
  if (error.keyword === 'maxLength') return [[path, tooLong(error.params.limit)]];
  return [[path, own(path) ?? error.message]];
}

/** The id that a client made belongs to something else. */
export const idTaken = 'Unter dieser Kennung ist bereits etwas anderes gespeichert.';

/** From which page, stable or campaign somebody came. It travels in addresses only, never in a cookie. */
export const defaultSource = 'website';
/** Of an offer that staff send, and of an application that they prepare for a caller. */
export const phoneSource = 'telefon';
const longestSource = 100;

/** One line, without invisible characters. Markup stays text and is escaped where it is shown. Null if nothing is left. */
export function sourceOf(given: string | null): string | null {
  const line = withoutInvisible((given ?? '').toWellFormed())
    .replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return cut(line, longestSource).trimEnd() || null;
}

/** What an address names, also one that is no valid URL. */
export function sourceIn(address: string): string | null {
  const [place = ''] = address.split('#');
  return sourceOf(new URLSearchParams(place.slice(place.indexOf('?'))).get('source'));
}

/** `path`: without a query; it may end with a fragment. */
export function withSource(path: string, source: string | null): string {
  return source ? path.replace(/(?=#|$)/, `?source=${encodeURIComponent(source)}`) : path;
}

function cut(value: string, length: number): string {
  const start = value.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

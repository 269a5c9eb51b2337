/**
 * Building blocks of the data-set schemas, and the one check that form and API share.
 * Each field carries the message of the spec in `errorMessage`; a rule with words of its own brings them along.
 */
import {
  Boolean as BooleanType,
  Enum,
  Optional,
  Refine,
  type Static,
  String as StringType,
  type TObject,
  type TSchema,
} from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { isDay } from './dates';

/** Longest texts the product takes (contract 2). */
export const maximum = { name: 100, street: 200, text: 500, email: 254, short: 50, code: 20 } as const;

// the default of 8 would leave fields of a long form without their message
Settings.Set({ maxErrors: 100 });

export type FieldError = { path: string; message: string };
export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] };

// C0, DEL and C1, plus the line and paragraph separators that JavaScript treats as line ends
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const wellFormed = (value: string) => value.isWellFormed();

/** A required text; `message` when it is empty or no text at all. */
export function text(message: string, maxLength: number = maximum.name) {
  return Refine(
    plain(message, maxLength),
    (value) => value !== '',
    () => message,
  );
}

/** A required secret: taken to the letter, blanks included. */
export function secret(message: string, maxLength: number) {
  const base = StringType({ errorMessage: message, maxLength, verbatim: true });
  return Refine(
    base,
    (value) => value !== '' && value.length <= maxLength,
    () => message,
  );
}

/** A text that may be missing or empty. */
export function optionalText(maxLength: number = maximum.name) {
  return Optional(plain('Bitte geben Sie einen Text ein', maxLength));
}

/** One of a few fixed values. */
export function choice<Values extends string[]>(values: readonly [...Values], message: string) {
  return Enum(values, { errorMessage: message });
}

/** A checkbox that must be ticked. */
export function consent(message: string) {
  return Refine(
    BooleanType({ errorMessage: message }),
    (value) => value === true,
    () => message,
  );
}

/** A calendar day `YYYY-MM-DD` that exists; `message` when it is missing or does not. */
export function day(message: string) {
  return Refine(StringType({ errorMessage: message }), isDay, () => message);
}

/** Adds a rule with its own message; it is not asked about values that fail the field's first rule. */
export function rule<T extends TSchema>(schema: T, holds: (value: Static<T>) => boolean, message: string) {
  return Refine(schema, holds, () => message);
}

/**
 * Checks an unknown value against a data set. Takes only the fields that the schema knows, trims texts, lets each
 * field normalise itself (`normalise`), and answers either the clean value or one message per failing field,
 * in the order of the form.
 */
export function check<T extends TObject>(schema: T, input: unknown): Checked<Static<T>> {
  const value = pick(schema, input);
  if (Check(schema, value)) return { ok: true, value: value as Static<T> };
  const messages = new Map<string, string>();
  // `typebox/value` answers the same and is twice as large in the browser
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

type Annotated = { errorMessage?: string; normalise?: (value: string) => string; verbatim?: boolean };

function plain(message: string, maxLength: number) {
  const base = StringType({ errorMessage: message, maxLength });
  // JSON Schema counts characters as people see them; the column has to hold what is behind them
  const bounded = Refine(
    base,
    (value) => value.length <= maxLength,
    () => tooLong(maxLength),
  );
  const printable = Refine(
    bounded,
    (value) => !controlCharacters.test(value),
    () => unprintable,
  );
  return Refine(printable, wellFormed, () => unprintable);
}

const tooLong = (limit: number) => `Bitte geben Sie höchstens ${limit} Zeichen ein`;
const unprintable = 'Bitte verwenden Sie nur druckbare Zeichen';

function pick(schema: TObject, input: unknown): Record<string, unknown> {
  const source: object = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  const picked: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(source, key)) continue;
    const value: unknown = Reflect.get(source, key);
    if (value === undefined || (value === null && isOptional(schema, key))) continue;
    picked[key] = typeof value === 'string' ? clean(field as Annotated, value) : value;
  }
  return picked;
}

function clean(field: Annotated, value: string): string {
  if (field.verbatim) return value;
  const trimmed = value.trim();
  return field.normalise ? field.normalise(trimmed) : trimmed;
}

function isOptional(schema: TObject, key: string): boolean {
  return !(schema.required ?? []).includes(key);
}

function messagesOf(schema: TObject, error: ReturnType<typeof Errors>[1][number]): [string, string][] {
  const own = (path: string) => (schema.properties[path] as Annotated | undefined)?.errorMessage;
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((path) => [path, own(path) ?? error.message]);
  }
  const path = error.instancePath.slice(1).split('/')[0] ?? '';
  if (error.keyword === '~refine') return [[path, error.message]];
  if (error.keyword === 'maxLength') return [[path, tooLong(error.params.limit)]];
  return [[path, own(path) ?? error.message]];
}

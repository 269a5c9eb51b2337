/** What a value of the operator file must be. The words complete "company.fax must be …". */
import { Array as ArrayType, Object as ObjectType, Optional, Refine, type TSchema, Unknown } from 'typebox';
import { isDay } from '#domain/dates';
import { maximum } from '#domain/fields';
import { phoneHref } from '#domain/hrefs';
import { none } from '#domain/operator/operator';
import { isEmail } from '#domain/people';

const closed = { additionalProperties: false };

export function table(keys: Record<string, TSchema>) {
  return ObjectType(keys, closed);
}

export function section(keys: Record<string, TSchema>) {
  const optional = Object.entries(keys).map(([name, schema]) => [name, Optional(schema)]);
  return table(Object.fromEntries(optional));
}

export function list(item: TSchema, mustBe: string, isRight: (items: object[]) => boolean) {
  return Refine(
    ArrayType(item),
    (items: unknown) => !Array.isArray(items) || isRight(items.map(Object)),
    () => mustBe,
  );
}

export function line(longest: number = maximum.name) {
  return text(`a text of 1 to ${longest} characters in one line`, longest);
}

/** A text or, for operators who do not have it, `-`. */
export function textOrNone(mustBe: string, isRight: (value: string) => boolean = () => true) {
  return text(`${mustBe}, or "${none}"`, maximum.street, (value) => value === none || isRight(value));
}

export function text(mustBe: string, longest: number, isRight: (value: string) => boolean = () => true) {
  return key(mustBe, (value) => isText(value, longest) && isRight(value));
}

export const email = () => text('an e-mail address such as post@stall-linde.de', maximum.email, isEmail);
export const day = () => text('a day such as "2026-11-22"', 10, isDay);
export const website = () => text('an address that begins with https://', 200, isWebsite);

export function phone() {
  return text('a phone number such as 0341 1234567', maximum.name, (value) => !!phoneHref(value));
}

/** With no more decimals than are shown: a rate that is shown as 0 would look like none. */
export function percent() {
  return key('a number from 0 to 100 with at most two decimals', (value) => {
    return typeof value === 'number' && value >= 0 && value <= 100 && Number(value.toFixed(2)) === value;
  });
}

export function oneOf(values: readonly string[]) {
  const words = values.map((value) => `"${value}"`);
  return key(`${words.slice(0, -1).join(', ')} or ${words.at(-1)}`, (value) =>
    values.some((one) => one === value),
  );
}

export function key(mustBe: string, isRight: (value: unknown) => boolean) {
  return Refine(Unknown(), isRight, () => mustBe);
}

export function isText(value: unknown, longest: number, refused = /[\p{C}\p{Zl}\p{Zp}]/u): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && !refused.test(value);
}

function isWebsite(value: string): boolean {
  if (!/^https:\/\/[^\s"<>]+$/.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username + password === '';
}

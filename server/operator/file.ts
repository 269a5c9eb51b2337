import { join } from 'node:path';
import { Array as ArrayType, Object as ObjectType, Optional, Refine, type TSchema, Unknown } from 'typebox';
import { Errors } from 'typebox/schema';
import { isCreditorId } from '#domain/bank/creditor';
import { states } from '#domain/calendar/working-days';
import { longestMessage, messageErrors, placeholderList } from '#domain/cases/messages';
import { messageStatuses } from '#domain/cases/statuses';
import { isDay } from '#domain/dates';
import { maximum } from '#domain/fields';
import { phoneHref } from '#domain/hrefs';
import { isHandoverFact } from '#domain/insurer/handover';
import { type Office, type OfficeKey, offices } from '#domain/operator/offices';
import {
  intermediaryStatuses,
  none,
  type Operator,
  type OperatorFile,
  operatorOf,
} from '#domain/operator/operator';
import { isEmail } from '#domain/people';
import { OperatorError } from '../process/failure';
import { readToml, Unreadable } from './toml';

export const operatorFileName = 'operator.toml';

/** Without a file, every value is a placeholder. @throws OperatorError that names the first problem */
export function loadOperator(folder: string): Operator {
  const { operator, problems } = readOperator(folder);
  if (!operator) throw new OperatorError(`${operatorFileName}: ${problems[0]}`);
  return operator;
}

/** `operator` is null if there are problems. `missing`: there is no file. */
type Reading = { operator: Operator | null; problems: string[]; missing: boolean };

export function readOperator(folder: string): Reading {
  try {
    const content = readToml(join(folder, operatorFileName));
    const problems = problemsIn(content ?? {});
    if (problems.length > 0) return { operator: null, problems, missing: false };
    // the schema has just checked it
    return { operator: operatorOf((content ?? {}) as OperatorFile), problems: [], missing: content === null };
  } catch (error) {
    if (error instanceof Unreadable) return { operator: null, problems: [error.message], missing: false };
    throw error;
  }
}

type Section = 'brand' | 'company' | 'insurer' | 'creditor' | 'mail' | 'legal';
type Facts<Of extends Section> = Record<
  Exclude<keyof NonNullable<OperatorFile[Of]>, OfficeKey | 'permission'>,
  TSchema
>;

/** The words complete "company.fax must be …". */
const email = () => text('an e-mail address such as post@stall-linde.de', maximum.email, isEmail);
const day = () => text('a day such as "2026-11-22"', 10, isDay);
const upTo = (most: number) => (items: object[]) => items.length > 0 && items.length <= most;
const website = () => text('an address that begins with https://', 200, isWebsite);

/** What the facts must be. `template.toml` explains them, `domain/operator/company.ts` has placeholders. */
export const facts: { [Of in Section]: Facts<Of> } = {
  brand: { name: line(30), claim: line(40) },
  company: {
    name: line(),
    street: line(),
    zipCode: text('five digits in quotes', 5, (value) => /^\d{5}$/.test(value)),
    city: line(),
    state: oneOf(states),
    phone: phone(),
    email: email(),
    managingDirectors: textOrNone('the names of the managing directors'),
    registerCourt: textOrNone('a court such as Amtsgericht Leipzig'),
    registerNumber: textOrNone('a number such as HRB 12345'),
    vatId: textOrNone('a VAT id such as DE123456789', (value) =>
      /^[A-Z]{2} ?[A-Z\d][A-Z\d ]{1,14}$/.test(value),
    ),
    intermediaryNumber: text('a register number such as D-ABCD-12345-67', 40),
    registerUrl: website(),
    serviceHours: line(),
    privacyEmail: email(),
    contentResponsible: line(),
  },
  insurer: {
    name: line(),
    street: line(),
    zipCode: text('a postal code in quotes', 10, (value) => /^[A-Z\d][A-Z\d -]{2,9}$/i.test(value)),
    city: line(),
    productLines: list(line(), 'a list of 1 to 20 texts', upTo(20)),
  },
  creditor: {
    name: line(70),
    id: text('a SEPA creditor id such as DE98ZZZ09999999999, without blanks', 35, isCreditorId),
  },
  mail: { from: email(), fromName: line(), internalTo: email() },
  legal: {
    status: oneOf(intermediaryStatuses),
    wordingsConfirmed: day(),
    textsDate: day(),
    accessibilityDate: day(),
    testimonialsChecked: line(maximum.text),
    insuranceTaxPercent: percent(),
  },
};

const officeFacts: Record<keyof Office, TSchema> = {
  ...{ name: line(maximum.street), street: line(), city: line() },
  ...{ phone: Optional(phone()), email: Optional(email()), website: Optional(website()) },
};

const testimonial = table({
  kind: oneOf(['example', 'verified']),
  text: line(maximum.text),
  name: line(),
  horse: Optional(line()),
});

const column = table({
  title: line(),
  fact: key('a key that docs/reference.md lists, such as horseData.gender', isHandoverFact),
});

const sendable = `without an IBAN, and with no braces but ${placeholderList}`;

const template = table({
  name: line(),
  status: oneOf(messageStatuses),
  subject: key(
    `a text of 1 to ${longestMessage.subject} characters in one line, ${sendable}`,
    (value) => isText(value, longestMessage.subject) && isSendable(value),
  ),
  body: key(
    `a text of 1 to ${longestMessage.body} characters, ${sendable}`,
    (value) => isText(value, longestMessage.body, /[^\P{C}\n]/u) && isSendable(value),
  ),
});

const { legal, ...others } = facts;
// all keys of an office belong together, so no built-in one fills a gap
const office = table(officeFacts);
const all = ['permission', ...Object.keys(offices)].map((name) => [name, office]);

const operatorFile = section({
  ...Object.fromEntries(Object.entries(others).map(([name, keys]) => [name, section(keys)])),
  legal: section({ ...legal, ...Object.fromEntries(all) }),
  analytics: table({ name: line(), provider: line(), country: line(), purpose: line(maximum.text) }),
  handover: section({ columns: list(column, 'a list of 1 to 100 columns', upTo(100)) }),
  testimonials: list(
    testimonial,
    'at most 12, of one kind: all "example" or all "verified"',
    (voices) => voices.length <= 12 && new Set(voices.map((voice) => Reflect.get(voice, 'kind'))).size <= 1,
  ),
  templates: list(template, 'at most 100', ({ length }) => length <= 100),
});

/** All that is wrong with the content of an operator file: one sentence each, which begins with the key. */
export function problemsIn(content: unknown): string[] {
  const [, errors] = Errors(operatorFile, content);
  return errors.flatMap((error) => {
    const at = keyAt(error.instancePath);
    switch (error.keyword) {
      // each unknown key has an error of its own, which is the next case
      case 'additionalProperties':
        return [];
      case 'boolean':
        return `${at} must be left out: there is no such key`;
      case 'required':
        return error.params.requiredProperties.map((missing) => `${at}.${missing} must be given`);
      case 'type':
        return `${at} must be ${error.params.type === 'array' ? listAt(at) : `a table, [${at}]`}`;
      default:
        return `${at} must be ${error.message}`;
    }
  });
}

function listAt(key: string): string {
  return key === 'insurer.productLines' ? 'a list such as ["a", "b"]' : `a list, [[${key}]]`;
}

/** `/testimonials/0/text` as `testimonials[1].text`. */
function keyAt(instancePath: string): string {
  const parts = instancePath.slice(1).split('/');
  const shown = parts.map((part) => (/^[\w-]{1,60}$/.test(part) ? part : JSON.stringify(part.slice(0, 60))));
  return shown.reduce((path, part) =>
    /^\d+$/.test(part) ? `${path}[${Number(part) + 1}]` : `${path}.${part}`,
  );
}

function isSendable(text: string): boolean {
  return messageErrors({ subject: '', body: text }).length === 0;
}

function table(keys: Record<string, TSchema>) {
  return ObjectType(keys, { additionalProperties: false });
}

function section(keys: Record<string, TSchema>) {
  const optional = Object.entries(keys).map(([name, schema]) => [name, Optional(schema)]);
  return table(Object.fromEntries(optional));
}

function list(item: TSchema, mustBe: string, isRight: (items: object[]) => boolean) {
  return Refine(
    ArrayType(item),
    (items: unknown) => !Array.isArray(items) || isRight(items.map(Object)),
    () => mustBe,
  );
}

function line(longest: number = maximum.name) {
  return text(`a text of 1 to ${longest} characters in one line`, longest);
}

/** A text or, for operators who do not have it, `-`. */
function textOrNone(mustBe: string, isRight: (value: string) => boolean = () => true) {
  return text(`${mustBe}, or "${none}"`, maximum.street, (value) => value === none || isRight(value));
}

function text(mustBe: string, longest: number, isRight: (value: string) => boolean = () => true) {
  return key(mustBe, (value) => isText(value, longest) && isRight(value));
}

function phone() {
  return text('a phone number such as 0341 1234567', maximum.name, (value) => !!phoneHref(value));
}

/** With no more decimals than are shown: a rate that is shown as 0 would look like none. */
function percent() {
  return key('a number from 0 to 100 with at most two decimals', (value) => {
    return typeof value === 'number' && value >= 0 && value <= 100 && Number(value.toFixed(2)) === value;
  });
}

function oneOf(values: readonly string[]) {
  const words = values.map((value) => `"${value}"`);
  return key(`${words.slice(0, -1).join(', ')} or ${words.at(-1)}`, (value) =>
    values.some((one) => one === value),
  );
}

function key(mustBe: string, isRight: (value: unknown) => boolean) {
  return Refine(Unknown(), isRight, () => mustBe);
}

function isText(value: unknown, longest: number, refused = /[\p{C}\p{Zl}\p{Zp}]/u): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && !refused.test(value);
}

function isWebsite(value: string): boolean {
  if (!/^https:\/\/[^\s"<>]+$/.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username + password === '';
}

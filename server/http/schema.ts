import { Elysia } from 'elysia';
import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { readableAddress } from '#db/addresses';
import { type Checked, check } from '#domain/fields';
import { invalidId, isUuid } from '#domain/ids';
import type { MessageResponse } from '#domain/responses';
import { refusals } from '../refusal';

/** See https://standardschema.dev. `json` is the JSON Schema for the API docs. */
type StandardSchema<T> = {
  json: TObject;
  '~standard': {
    version: 1;
    vendor: 'typebox';
    types?: { input: T; output: T };
    validate(input: unknown): { value: T } | { issues: { message: string; path: string[] }[] };
  };
};

/** Wraps a schema for a route's `body`. `schema` is called for each request, because some rules depend on the day. */
export function standard<T extends TObject>(schema: () => T): StandardSchema<Static<T>> {
  return checkedBy(schema(), (input) => checkEntries(schema(), input));
}

/** Checks what somebody sent. An e-mail address is from then on as people read it. */
export function checkEntries<T extends TObject>(schema: T, input: unknown): Checked<Static<T>> {
  const checked = check(schema, input, compiledOf(schema));
  if (!checked.ok) return checked;
  const email: unknown = Reflect.get(checked.value, 'email');
  return typeof email === 'string'
    ? { ok: true, value: { ...checked.value, email: readableAddress(email) } }
    : checked;
}

const compiled = new WeakMap<TObject, { check?: (value: unknown) => boolean }>();

/** At the second use, since compiling takes as long as hundreds of checks, and some schemas are made for one request. */
function compiledOf(schema: TObject) {
  const known = compiled.get(schema);
  if (!known) return void compiled.set(schema, {});
  if (!known.check) {
    const validator = Compile(schema);
    known.check = (value) => validator.Check(value);
  }
  return known.check;
}

export function checkedBy<T>(json: TObject, validate: (input: unknown) => Checked<T>): StandardSchema<T> {
  return {
    json,
    '~standard': {
      version: 1,
      vendor: 'typebox',
      validate: (input) => {
        const checked = validate(input);
        if (checked.ok) return { value: checked.value };
        return { issues: checked.errors.map(({ path, message }) => ({ path: [path], message })) };
      },
    },
  };
}

/** Refuses a list or a text as well, which would otherwise be a body in which everything is left out. */
export function ofObject<T>(schema: StandardSchema<T>): StandardSchema<T> {
  const { validate, ...head } = schema['~standard'];
  return {
    ...schema,
    '~standard': {
      ...head,
      validate: (input) => (isObject(input) ? validate(input) : { issues: [notAnObject] }),
    },
  };
}

const notAnObject = { message: 'Der Inhalt der Anfrage muss ein JSON-Objekt sein', path: ['body'] };

function isObject(input: unknown): boolean {
  return input === undefined || (typeof input === 'object' && !Array.isArray(input));
}

/** @throws Refusal 422 unless it is an id, which is returned in lower case */
export function uuidOf(value: string): string {
  if (!isUuid(value)) throw refusals.invalid([{ path: 'id', message: invalidId }]);
  return value.toLowerCase();
}

type Answers = { status?: 201 | 202 | 204; message?: string };

/** An option of routes, `answers`: the status of a success, and the sentence that is the whole answer. */
export const routeAnswers = new Elysia({ name: 'route-answers' }).macro({
  answers: ({ status, message }: Answers) => ({
    afterHandle: ({ set }): MessageResponse | undefined => {
      if (status) set.status = status;
      return message === undefined ? undefined : { message };
    },
  }),
});

/** Checks what a request contains: its body, with TypeBox 1.x schemas as Standard Schemas, and ids in its path. */
import type { Static, TObject } from 'typebox';
import { check } from '#domain/fields';
import { isUuid } from '#domain/ids';
import { refusals } from './refusal';

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
  return {
    json: schema(),
    '~standard': {
      version: 1,
      vendor: 'typebox',
      validate: (input) => {
        const checked = check(schema(), input);
        if (checked.ok) return { value: checked.value };
        return { issues: checked.errors.map(({ path, message }) => ({ path: [path], message })) };
      },
    },
  };
}

/**
 * Checks an id in a path. Returns it in lower case.
 * @throws Refusal 422
 */
export function uuidOf(value: string): string {
  if (!isUuid(value)) throw refusals.invalid([{ path: 'id', message: 'Die Kennung ist ungültig' }]);
  return value.toLowerCase();
}

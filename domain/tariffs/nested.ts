/** The check of data sets that contain lists. It is apart from `fields.ts`, because no form of the wizard needs it. */
import { Array as ArrayType, Object as ObjectType, type Static, type TObject, type TSchema } from 'typebox';
import { type Checked, check, type FieldError } from '../fields';

type List = {
  type: 'array';
  items: TSchema;
  minItems?: number;
  maxItems?: number;
  /** Without it, the list around this one is wrong as a whole. */
  errorMessage?: string;
  /** One item for each, in this order; an object with these keys is as good as a list. */
  keys?: readonly (string | number)[];
  distinct?: { key: string; message: string };
};
type ListRules = Omit<List, 'type' | 'items'>;

export function list<T extends TSchema>(items: T, rules: ListRules) {
  return ArrayType(items, rules);
}

/** The path of an error leads to the value: `benefits.2.0.name`. Null is a missing value. */
export function checkNested<T extends TSchema>(schema: T, input: unknown): Checked<Static<T>> {
  const errors: FieldError[] = [];
  const value = read(schema, input, { path: '', errors });
  // what has no error is as the schema says
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: value as Static<T> };
}

type At = { path: string; errors: FieldError[] };

/** The clean value, with its errors added to those given; undefined: a list without a message is none. */
function read(schema: TSchema, input: unknown, at: At): unknown {
  if (isList(schema)) return readList(schema, input, at);
  if (isObject(schema)) return readObject(schema, input, at);
  const checked = check(ObjectType({ value: schema }), { value: input });
  if (checked.ok) return checked.value.value;
  at.errors.push(...checked.errors.map(({ message }) => ({ path: at.path, message })));
  return null;
}

function isList(schema: TSchema): schema is TSchema & List {
  return 'type' in schema && schema.type === 'array';
}

function isObject(schema: TSchema): schema is TObject {
  return 'properties' in schema;
}

function readObject({ properties, required }: TObject, input: unknown, at: At) {
  const source: object = typeof input === 'object' && input !== null ? input : {};
  const values: Record<string, unknown> = {};
  const isRequired = (name: string) => !!required?.some((one) => one === name);
  for (const [name, schema] of Object.entries(properties)) {
    const given: unknown = Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
    if ((given ?? null) === null && !isRequired(name)) continue;
    values[name] = read(schema, given, below(at, name));
  }
  return values;
}

function readList(schema: List, input: unknown, at: At): unknown[] | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, errorMessage: message, distinct } = schema;
  const items = itemsIn(input, schema.keys);
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const values = items?.map((item, index) => {
    const [before, place] = [errors.length, below({ path: at.path, errors }, String(index))];
    const value = read(schema.items, item, place);
    if (distinct && errors.length === before) {
      const text = String(Reflect.get(Object(value), distinct.key)).toLowerCase();
      if (seen.has(text)) errors.push({ path: `${place.path}.${distinct.key}`, message: distinct.message });
      seen.add(text);
    }
    return value;
  });
  if (!values || values.length < minItems || values.length > maxItems || values.includes(undefined)) {
    if (message === undefined) return undefined;
    at.errors.push({ path: at.path, message });
    return [];
  }
  at.errors.push(...errors);
  return values;
}

function itemsIn(value: unknown, keys: List['keys']): unknown[] | null {
  if (Array.isArray(value)) return keys && value.length !== keys.length ? null : value;
  if (!keys || typeof value !== 'object' || value === null) return null;
  return keys.every((key) => Object.hasOwn(value, key))
    ? keys.map((key) => Reflect.get(value, String(key)))
    : null;
}

function below({ path, errors }: At, name: string): At {
  return { path: path === '' ? name : `${path}.${name}`, errors };
}

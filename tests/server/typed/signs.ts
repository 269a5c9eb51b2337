/** Characters that nobody sees, put into every text of a call; its schema says which values are texts. */

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('');

/** Zero width, directions, fillers and the soft hyphen. */
export const signs = `\u00ad${range(0x200b, 0x200f)}${range(0x202a, 0x202e)}${range(0x2060, 0x2069)}\ufeff`;
export const anySign = new RegExp(`[${signs}]`);

type Schema = {
  type?: string;
  enum?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  verbatim?: boolean;
  cleaned?: unknown;
};

/** The texts of a schema by their paths: `contact.firstName`, `benefits.*.*.name`. What has no type may be any text. */
export function textsIn(schema: Schema, path = ''): [path: string, schema: Schema][] {
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  const { properties, items } = schema;
  if (properties) return Object.entries(properties).flatMap(([name, one]) => textsIn(one, below(name)));
  // programs write lists of ids
  if (items) return items.type === 'string' ? [] : textsIn(items, below('*'));
  const isText = schema.type === 'string' || schema.anyOf || Object.keys(schema).length === 0;
  return isText && !schema.enum && !schema.verbatim && !path.endsWith('*.id') ? [[path, schema]] : [];
}

/** `value` with the signs in all of its texts; `put` is told the path of each. */
export function withSigns(
  value: unknown,
  texts: Map<string, Schema>,
  put: (path: string) => void,
  path = '',
): unknown {
  const at = path.replace(/(^|\.)\d+(?=\.|$)/g, '$1*');
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (typeof value === 'string') {
    const [known, schema] = [...texts].find(([one]) => one === at || at.startsWith(`${one}.`)) ?? [];
    if (known === undefined) return value;
    put(known);
    return schema?.cleaned
      ? `${signs}${value}${signs}`
      : `${signs}${value.slice(0, 2)}${signs}${value.slice(2)}${signs}`;
  }
  if (Array.isArray(value))
    return value.map((one, index) => withSigns(one, texts, put, below(String(index))));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withSigns(one, texts, put, below(name))]),
  );
}

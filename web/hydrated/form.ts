/** Forms whose rules are a schema of the domain. */
import type { FieldValues, Resolver } from 'react-hook-form';
import type { TObject } from 'typebox';
import { check } from '#domain/fields';

/** Resolver of react-hook-form that asks the domain, with the domain's own messages. */
export function schemaResolver<Values extends FieldValues>(schema: TObject): Resolver<Values> {
  return (values) => {
    const checked = check(schema, values);
    // the form keeps what was typed; the server makes the clean value again
    if (checked.ok) return { values, errors: {} };
    const errors = checked.errors.map(({ path, message }) => [path, { type: 'domain', message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}

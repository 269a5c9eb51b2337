import type { FieldValues, Resolver } from 'react-hook-form';
import type { Checked } from '#domain/fields';

/** A resolver for react-hook-form that uses a check of the domain: its clean value, or its messages. */
export function resolverOf<Typed extends FieldValues, Clean>(
  check: (values: Typed) => Checked<Clean>,
): Resolver<Typed, unknown, Clean> {
  return (values) => {
    const checked = check(values);
    if (checked.ok) return { values: checked.value, errors: {} };
    const errors = checked.errors.map(({ path, message }) => [path, { type: 'domain', message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}

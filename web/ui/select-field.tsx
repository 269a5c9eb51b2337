import type { Ref, SelectHTMLAttributes } from 'react';
import { controlClass, Field, type FieldProps } from './field';

export type Option = { value: string; label: string };

type Props = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
    name: string;
    options: readonly Option[];
    /** Shown while nothing is chosen; cannot be chosen itself. */
    placeholder?: string;
    className?: string;
    ref?: Ref<HTMLSelectElement>;
  };

/** The browser's own select, which every phone and every screen reader supports. */
export function SelectField({ label, hint, error, className, options, placeholder, ...select }: Props) {
  return (
    <Field name={select.name} label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <select className={`${controlClass} select-arrow`} {...select} {...control}>
          {placeholder ? (
            <option value="" disabled>
              {placeholder}
            </option>
          ) : null}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function optionsOf(labels: Record<string, string>): Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

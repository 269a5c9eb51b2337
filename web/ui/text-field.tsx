import type { InputHTMLAttributes, Ref } from 'react';
import { controlClass, Field, type FieldProps } from './field';

type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    name: string;
    className?: string;
    ref?: Ref<HTMLInputElement>;
  };

export function TextField({ label, hint, error, className, type = 'text', ...input }: Props) {
  return (
    <Field name={input.name} label={label} hint={hint} error={error} className={className}>
      {(control) => <input type={type} className={controlClass} {...input} {...control} />}
    </Field>
  );
}

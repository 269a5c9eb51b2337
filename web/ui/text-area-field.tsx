import type { Ref, TextareaHTMLAttributes } from 'react';
import { controlClass, Field, type FieldProps } from './field';

type Props = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
    name: string;
    ref?: Ref<HTMLTextAreaElement>;
  };

export function TextAreaField({ label, hint, error, className, rows = 4, ...input }: Props) {
  return (
    <Field name={input.name} label={label} hint={hint} error={error} className={className}>
      {(control) => <textarea rows={rows} className={controlClass} {...input} {...control} />}
    </Field>
  );
}

import type { ChangeEvent, InputHTMLAttributes, ReactNode } from 'react';
import type { Field } from '#domain/facts';
import { optionsOf, SelectField, TextField } from './fields';

type Attributes<Name extends keyof InputHTMLAttributes<unknown>> = Pick<InputHTMLAttributes<unknown>, Name>;

const inputs: Record<
  NonNullable<Field['kind']>,
  Attributes<'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>
> = {
  date: { type: 'date' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel', inputMode: 'tel' },
  digits: { inputMode: 'numeric' },
  code: { autoCapitalize: 'characters', spellCheck: false },
};

export type FieldLimits = Attributes<'min' | 'max' | 'className'> & { hint?: ReactNode };

type Props = FieldLimits &
  Attributes<'aria-required' | 'autoComplete'> & {
    field: Field;
    name: string;
    error?: string;
    value?: string;
    onChange?: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  };

export function DescribedField({ field, ...control }: Props) {
  const { options, kind, label, placeholder, autoComplete = 'off' } = field;
  const shown = { label, hint: linesOf(field.hint), placeholder, autoComplete, ...control };
  if (options) return <SelectField {...shown} options={optionsOf(options)} />;
  return <TextField {...shown} {...(kind && inputs[kind])} />;
}

function linesOf(hint: Field['hint']): ReactNode {
  if (typeof hint !== 'object') return hint;
  return hint.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}

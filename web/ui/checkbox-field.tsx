import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { FieldError, fieldId } from './field';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
  name: string;
  label: ReactNode;
  hint?: string;
  error?: string;
  ref?: Ref<HTMLInputElement>;
};

export function CheckboxField({ label, hint, error, ...input }: Props) {
  const id = fieldId(input.name);
  const errorId = useId();
  const hintId = useId();
  return (
    <div>
      <div className="flex gap-3 rounded-control border border-line bg-paper/60 p-4 has-aria-invalid:border-danger">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-6 shrink-0 accent-green-800"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : hint ? hintId : undefined}
          {...input}
        />
        <label htmlFor={id} className="grow">
          {label}
        </label>
      </div>
      {hint ? (
        <p id={hintId} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      <FieldError id={errorId} message={error} />
    </div>
  );
}

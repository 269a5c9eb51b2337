import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

export type FieldProps = { label: string; hint?: ReactNode; error?: string };

/** Attributes that connect a control with its label, hint and message. */
type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type Props = FieldProps & {
  name: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Id of a field's control. The error summary links to it. */
export function fieldId(name: string): string {
  return `feld-${name}`;
}

export function Field({ name, label, hint, error, className = '', children }: Props) {
  const id = fieldId(name);
  const ids = useId();
  const [hintId, errorId] = [`${ids}-hint`, `${ids}-error`];
  const described = [hint ? hintId : null, error ? errorId : null].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-ink">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint ? (
        <p id={hintId} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      <FieldError id={errorId} message={error} />
    </div>
  );
}

export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 text-sm font-semibold text-danger">
      <span aria-hidden="true">!</span>
      <span className="min-w-0">{message}</span>
    </p>
  );
}

export const controlClass =
  'block min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-white px-3.5 py-2.5 text-base text-ink placeholder:text-ink-soft/70 aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger disabled:bg-paper-deep';

type TextProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
    name: string;
    className?: string;
    ref?: Ref<HTMLInputElement>;
  };

export function TextField({ label, hint, error, className, type = 'text', ...input }: TextProps) {
  return (
    <Field name={input.name} label={label} hint={hint} error={error} className={className}>
      {(control) => <input type={type} className={controlClass} {...input} {...control} />}
    </Field>
  );
}

import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import {
  type ChangeEvent,
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Field as Described } from '#domain/facts';
import { randomUuid } from '#domain/ids';

type FieldProps = { name: string; label: string; hint?: ReactNode; error?: string; className?: string };
/** A field with its control, whose own attributes it takes too. */
type FieldOf<Tag extends 'input' | 'select' | 'textarea'> = FieldProps & Omit<ComponentProps<Tag>, 'id'>;

type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Id of a field's control. The error summary links to it. */
export function fieldId(name: string): string {
  return `feld-${name}`;
}

type ShownProps = FieldProps & { children: (control: ControlProps) => ReactNode };

function Field({ name, label, hint, error, className = '', children }: ShownProps) {
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

export function TextField({ label, hint, error, className, type = 'text', ...input }: FieldOf<'input'>) {
  return (
    <Field name={input.name} label={label} hint={hint} error={error} className={className}>
      {(control) => <input type={type} className={controlClass} {...input} {...control} />}
    </Field>
  );
}

export function TextAreaField({ label, hint, error, className, rows = 4, ...input }: FieldOf<'textarea'>) {
  return (
    <Field name={input.name} label={label} hint={hint} error={error} className={className}>
      {(control) => <textarea rows={rows} className={controlClass} {...input} {...control} />}
    </Field>
  );
}

type PasswordFieldProps = Omit<FieldOf<'input'>, 'type'> & {
  /** Accessible names of the toggle. They do not repeat the label, because a screen reader reads both. */
  toggle?: { show: string; hide: string };
};

const germanToggle = { show: 'Anzeigen', hide: 'Verbergen' };

export function PasswordField({ label, hint, error, toggle = germanToggle, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field name={input.name} label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass} pr-12`}
            {...input}
            {...control}
          />
          <button
            type="button"
            aria-label={shown ? toggle.hide : toggle.show}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-control text-ink-soft hover:text-green-800"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}

export type Option = { value: string; label: string };

type SelectFieldProps = FieldOf<'select'> & {
  options: readonly Option[];
  /** Shown while nothing is chosen; cannot be chosen itself. */
  placeholder?: string;
};

/** The browser's own select, which every phone and every screen reader supports. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, className, options, placeholder, ...select } = props;
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

type CheckboxFieldProps = Omit<FieldOf<'input'>, 'type' | 'label'> & { label: ReactNode };

export function CheckboxField({ label, hint, error, ...input }: CheckboxFieldProps) {
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

/** A link inside a form. Who comes back to a page that the browser has not stored has lost the entries. */
export function TabLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-green-800 underline underline-offset-4">
      {children}
    </a>
  );
}

/** Names one sending of a plain form: clicked twice, it counts once. It may change when the page is rendered again. */
export function FormId() {
  return <input type="hidden" name="id" defaultValue={randomUuid()} suppressHydrationWarning />;
}

type Attributes<Name extends keyof InputHTMLAttributes<unknown>> = Pick<InputHTMLAttributes<unknown>, Name>;

const inputs: Record<
  NonNullable<Described['kind']>,
  Attributes<'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>
> = {
  date: { type: 'date' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel', inputMode: 'tel' },
  digits: { inputMode: 'numeric' },
  code: { autoCapitalize: 'characters', spellCheck: false },
};

export type FieldLimits = Attributes<'min' | 'max' | 'className'> & { hint?: ReactNode };

type DescribedProps = FieldLimits &
  Attributes<'aria-required' | 'autoComplete'> & {
    field: Described;
    name: string;
    error?: string;
    value?: string;
    onChange?: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  };

export function DescribedField({ field, ...control }: DescribedProps) {
  const { options, kind, label, placeholder, autoComplete = 'off' } = field;
  const shown = { label, hint: linesOf(field.hint), placeholder, autoComplete, ...control };
  if (options) return <SelectField {...shown} options={optionsOf(options)} />;
  return <TextField {...shown} {...(kind && inputs[kind])} />;
}

function linesOf(hint: Described['hint']): ReactNode {
  if (typeof hint !== 'object') return hint;
  return hint.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}

type SummaryProps = { refused: { path: string; label: string }[]; submitCount: number };

/** Takes the focus when a step is refused, and links to the refused fields. The messages are at the fields. */
export function ErrorSummary({ refused, submitCount }: SummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const wrong = refused.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each attempt, not for each corrected field
  useLayoutEffect(() => {
    if (wrong && submitCount > 0) box.current?.focus();
  }, [submitCount]);
  if (!wrong || submitCount === 0) return null;
  const sentence =
    refused.length === 1
      ? 'Eine Angabe fehlt noch oder stimmt nicht:'
      : `${refused.length} Angaben fehlen noch oder stimmen nicht:`;
  return (
    <div
      ref={box}
      role="alert"
      // it is said once: each corrected field would interrupt what is typed next
      aria-live="off"
      tabIndex={-1}
      className="rounded-control border border-danger/50 bg-danger-soft px-4 py-3.5"
    >
      <p className="font-semibold">{sentence}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {refused.map(({ path, label }) => (
          <li key={path}>
            <a
              href={`#${fieldId(path)}`}
              className="text-danger underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(path))?.focus();
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

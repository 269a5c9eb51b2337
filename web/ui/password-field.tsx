import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type InputHTMLAttributes, type Ref, useState } from 'react';
import { controlClass, Field, type FieldProps } from './field';

type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
    name: string;
    /** Accessible names of the toggle. They do not repeat the label, because a screen reader reads both. */
    toggle?: { show: string; hide: string };
    ref?: Ref<HTMLInputElement>;
  };

const german = { show: 'Anzeigen', hide: 'Verbergen' };

export function PasswordField({ label, hint, error, toggle = german, ...input }: Props) {
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

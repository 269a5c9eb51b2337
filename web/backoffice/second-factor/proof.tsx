import type { ComponentProps } from 'react';
import { secondFactorEnd as ownerProof, wrongCode } from '#domain/accounts/second-factor';
import { wrongCurrentPassword } from '#domain/accounts/user';
import { check, type FieldError } from '#domain/fields';
import { PasswordField, TextField } from '../../ui/fields';
import { fieldErrorsOf, sentenceOf } from '../calls';
import { FormDialog } from '../form/FormDialog';

type Proof = { currentPassword: string; code: string };
type DialogProps<Answer> = ComponentProps<typeof FormDialog<Proof, Proof, Answer>>;
type Props<Answer> = Omit<DialogProps<Answer>, 'initial' | 'check' | 'failure' | 'fieldErrors' | 'fields'> & {
  failure: string;
  passwordLabel: string;
};

/** Asks for the own password and a code, so that only the owner of the session can act. */
export function OwnerDialog<Answer>({ failure, passwordLabel, ...dialog }: Props<Answer>) {
  return (
    <FormDialog
      {...dialog}
      initial={{ currentPassword: '', code: '' }}
      check={(typed) => check(ownerProof, typed)}
      failure={failing(failure)}
      fieldErrors={fieldErrors}
      fields={({ control }) => (
        <>
          <PasswordField
            label={passwordLabel}
            autoComplete="current-password"
            aria-required
            {...control('currentPassword')}
          />
          <CodeField {...control('code')} />
        </>
      )}
    />
  );
}

/** Takes a code of the app or a recovery code, so that it is no field for numbers. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Code"
      hint="Sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode."
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      aria-required
      {...field}
    />
  );
}

/** The API says in English that the password is wrong, because the form that changes it is in English. */
const messages: Record<string, FieldError> = {
  [wrongCurrentPassword]: { path: 'currentPassword', message: 'Das Passwort ist falsch.' },
  [wrongCode]: { path: 'code', message: wrongCode },
};

export function fieldErrors(error: Error): readonly FieldError[] {
  const message = messages[sentenceOf(error, '')];
  return message ? [message] : fieldErrorsOf(error);
}

export const failing = (fallback: string) => (error: Error) =>
  fieldErrors(error).length > 0 ? null : { title: 'Fehler', description: sentenceOf(error, fallback) };

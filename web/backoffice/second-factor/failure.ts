import { wrongCode } from '#domain/accounts/second-factor';
import { wrongCurrentPassword } from '#domain/accounts/user';
import type { FieldError } from '#domain/fields';
import { fieldErrorsOf, sentenceOf } from '../calls';

/** The API says in English that the password is wrong, because the form that changes it is in English. */
const messages: Record<string, FieldError> = {
  [wrongCurrentPassword]: { path: 'currentPassword', message: 'Das Passwort ist falsch.' },
  [wrongCode]: { path: 'code', message: wrongCode },
};

export function fieldErrors(error: Error): readonly FieldError[] {
  const message = messages[sentenceOf(error, '')];
  return message ? [message] : fieldErrorsOf(error);
}

/** The toast about what no field says. */
export const failing = (fallback: string) => (error: Error) =>
  fieldErrors(error).length > 0 ? null : { title: 'Fehler', description: sentenceOf(error, fallback) };

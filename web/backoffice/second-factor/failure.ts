/** Toasts about failed calls of this page. */
import { wrongCurrentPassword } from '#domain/backoffice/user';
import { sentenceOf } from '../failure';

/** The API says in English that the password is wrong, because the form that changes it is in English. */
export const failing = (fallback: string) => (error: Error) => {
  const sentence = sentenceOf(error, fallback);
  const description = sentence === wrongCurrentPassword ? 'Das Passwort ist falsch.' : sentence;
  return { title: 'Fehler', description };
};

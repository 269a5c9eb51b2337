import type { FieldError } from '#domain/fields';
import { RequestFailed } from '../api';

const late = 'Der Server hat nicht rechtzeitig geantwortet.';
const isLate = ({ name }: Error) => name === 'TimeoutError';

/** The server's sentence, or `fallback` if it sent none. */
export function sentenceOf(error: Error, fallback: string): string {
  if (isLate(error)) return `${late} Bitte prüfen Sie, was davon angekommen ist.`;
  return (error instanceof RequestFailed && error.sentence) || fallback;
}

/** `Fehler beim Laden der Anträge: 500: text`. The text is the server's sentence if it sent one. */
export function loadFailure(what: string, error: Error): string {
  return `Fehler beim Laden ${what}: ${isLate(error) ? late : reasonOf(error)}`;
}

function reasonOf(error: Error): string {
  const isOurs = error instanceof RequestFailed && error.sentence;
  return isOurs ? `${error.status}: ${error.sentence}` : error.message;
}

/** What the server said about single fields. */
export function fieldErrorsOf(error: Error): readonly FieldError[] {
  return error instanceof RequestFailed ? error.fieldErrors : [];
}

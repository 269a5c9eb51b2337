/** Texts about failed calls, for staff. */
import type { FieldError } from '#domain/fields';
import { RequestFailed } from '../api';

/** The server's sentence, or `fallback` if it sent none. */
export function sentenceOf(error: Error, fallback: string): string {
  return (error instanceof RequestFailed && error.sentence) || fallback;
}

/** Status and text as lists show them, `500: text`. The text is the server's sentence if it sent one. */
export function failureOf(error: Error): string {
  const isOurs = error instanceof RequestFailed && error.sentence;
  return isOurs ? `${error.status}: ${error.sentence}` : error.message;
}

/** What the server said about single fields. */
export function fieldErrorsOf(error: Error): readonly FieldError[] {
  return error instanceof RequestFailed ? error.fieldErrors : [];
}

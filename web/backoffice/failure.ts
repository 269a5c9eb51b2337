/** What a failed call is told to staff. */
import { RequestFailed } from '../api';

/** The server's own sentence, or `fallback` where none came. */
export function sentenceOf(error: Error, fallback: string): string {
  return (error instanceof RequestFailed && error.sentence) || fallback;
}

/** Status and reason, as lists name them: `500: text` (spec 8, "Generic"); of our own answers the sentence in them. */
export function failureOf(error: Error): string {
  const isOurs = error instanceof RequestFailed && error.sentence;
  return isOurs ? `${error.status}: ${error.sentence}` : error.message;
}

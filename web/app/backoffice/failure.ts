/** What a failed call is told to staff. */
import { RequestFailed } from '../../api';

/** The server's own sentence, or `fallback` where none came. */
export function sentenceOf(error: Error, fallback: string): string {
  return (error instanceof RequestFailed && error.sentence) || fallback;
}

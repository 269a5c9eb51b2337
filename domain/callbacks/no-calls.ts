/** For a request whose person asked not to be called any more. */
import { formatInstant } from '../format';
import { isoOf } from '../time';

export const noCallsLabel = 'Möchte keinen Anruf';

export function noCallsSentence(since: number): string {
  return `Diese Person möchte seit dem ${formatInstant(isoOf(since))} Uhr keinen Anruf mehr. Deshalb lässt sich keiner mehr protokollieren.`;
}

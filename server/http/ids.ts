import { isUuid } from '#domain/ids';
import { refusals } from './refusal';

/**
 * Checks an id in a path. Returns it in lower case.
 * @throws Refusal 422
 */
export function uuidOf(value: string): string {
  if (!isUuid(value)) throw refusals.invalid([{ path: 'id', message: 'Die Kennung ist ungültig' }]);
  return value.toLowerCase();
}

/** Ids in paths (contract 2). */
import { isUuid } from '#domain/ids';
import { refusals } from './refusal';

/** The id in lower case, or a 422 refusal. */
export function uuidOf(value: string): string {
  if (!isUuid(value)) throw refusals.invalid([{ path: 'id', message: 'Die Kennung ist ungültig' }]);
  return value.toLowerCase();
}

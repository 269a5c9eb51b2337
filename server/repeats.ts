/** Calls that a client may send again with the id that it made: they are done once. */
import { sha256Of } from '#db/hash';
import { withoutOwnLinks } from '#domain/text/addresses';
import { refusals } from './refusal';

/** @throws Refusal 409 if what is stored under the id is not what the call gives */
export function repeated<Stored extends object>(
  stored: Stored | null,
  given: Partial<Stored>,
  different = refusals.idTaken,
): Stored | null {
  if (!stored) return null;
  const isSame = Object.entries(given).every(
    ([name, value]) =>
      Reflect.get(stored, name) === (typeof value === 'string' ? withoutOwnLinks(value) : value),
  );
  if (!isSame) throw different();
  return stored;
}

/** For what is not stored as it was given. */
export function requestHash(given: unknown): string {
  return sha256Of(JSON.stringify(given));
}

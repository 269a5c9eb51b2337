/** Fewer are in no life number: 15 signs since 2000, and mostly 12 digits before. */
const fewestDigits = 6;

/**
 * The same for all ways to write a life number, and as `foldedLifeNumber` of `db/schema/applications.ts` stores it: what
 * SQLite cannot fold stays here too. Null: what was typed is none, such as "unbekannt" or zeros.
 */
export function lifeNumberKey(typed: string): string | null {
  const key = typed.replace(/[ \-./]/g, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const digits = key.replace(/\D/g, '');
  return digits.length < fewestDigits || /^(.)\1*$/.test(digits) ? null : key;
}

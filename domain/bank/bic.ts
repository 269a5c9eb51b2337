export const longestBic = 11;

/** Removes all blanks and invisible characters, and makes letters capitals. */
export function normaliseBic(value: string): string {
  return value.replace(/[\s\p{DI}]/gu, '').toUpperCase();
}

export function isBic(bic: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic);
}

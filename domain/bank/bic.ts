/** Business identifier codes (ISO 9362). */

/** Shortest and longest BIC (spec 9). */
export const bicLength = { min: 8, max: 11 } as const;

/** Removes every blank and writes letters large. */
export function normaliseBic(value: string): string {
  return value.replace(/\s/gu, '').toUpperCase();
}

/** 6 letters, 2 letters or digits, optionally 3 more letters or digits (spec 5, "SEPA step"). */
export function isBic(bic: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic);
}

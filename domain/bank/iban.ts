/** International bank account numbers (ISO 13616), as the mandate takes them. */
import { isSEPACountry, ValidationErrorsIBAN, validateIBAN } from 'ibantools';

/** Joined the SEPA schemes in 2024 and 2025 (EPC409-09), which ibantools 4.5 does not know yet. */
const newSepaCountries = ['AL', 'MD', 'ME', 'MK', 'RS'];

/** Longest IBAN the field takes (spec 9). The shortest in SEPA is Norway's with 15. */
export const ibanLength = { min: 15, max: 34 } as const;

/** Removes every blank, non-breaking ones too, and writes letters large. */
export function normaliseIban(value: string): string {
  return value.replace(/\s/gu, '').toUpperCase();
}

/**
 * True for a normalised IBAN of a SEPA country with its country's length and structure and right check digits
 * (mod 97). A country's own inner check digits are not asked: banks outside the rule exist, and refusing them is
 * forbidden by Art. 9(2) of Regulation (EU) 260/2012.
 */
export function isIban(iban: string): boolean {
  const country = iban.slice(0, 2);
  if (!isSEPACountry(country) && !newSepaCountries.includes(country)) return false;
  return validateIBAN(iban).errorCodes.every(
    (code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
  );
}

/** `DE89 3704 0044 0532 0130 00`: groups of four, for the eye. */
export function groupIban(value: string): string {
  return normaliseIban(value).replace(/(.{4})(?=.)/gu, '$1 ');
}

/** `DE89…3000`: first four characters, an ellipsis, last four; shorter than 8 stays whole (spec 2, step 6). */
export function maskIban(iban: string): string {
  return iban.length < 8 ? iban : `${iban.slice(0, 4)}…${iban.slice(-4)}`;
}

/** The Bankleitzahl inside a German IBAN, or null for any other country or an unfinished one. */
export function bankCodeOf(iban: string): string | null {
  return /^DE\d{20}$/.test(iban) ? iban.slice(4, 12) : null;
}

import { countrySpecs, isSEPACountry, ValidationErrorsIBAN, validateIBAN } from 'ibantools';

/** Countries that joined SEPA in 2024 and 2025 (EPC409-09) and that ibantools 4.5 does not know yet. */
const newSepaCountries = ['AL', 'MD', 'ME', 'MK', 'RS'];

/** The shortest IBAN in SEPA is Norway's; ISO 13616 allows 34 characters. */
export const ibanLength = { min: 15, max: 34 } as const;

export const longestBic = 11;

export function normaliseNumber(value: string): string {
  return value.replace(/[\s\p{DI}]/gu, '').toUpperCase();
}

/**
 * National check digits are not checked: some banks do not follow them, and Art. 9(2) of Regulation (EU) 260/2012
 * forbids refusing their accounts.
 */
export function isIban(iban: string): boolean {
  const country = iban.slice(0, 2);
  if (!isSEPACountry(country) && !newSepaCountries.includes(country)) return false;
  return validateIBAN(iban).errorCodes.every(
    (code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
  );
}

export function isBic(bic: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic);
}

export function groupIban(value: string): string {
  return normaliseNumber(value).replace(/(.{4})(?=.)/gu, '$1 ');
}

/** `DE89…3000`: first four characters, an ellipsis, last four. An IBAN shorter than 8 is returned whole. */
export function maskIban(iban: string): string {
  return iban.length < 8 ? iban : `${iban.slice(0, 4)}…${iban.slice(-4)}`;
}

/** The Bankleitzahl of a German IBAN; null for another country or an incomplete IBAN. */
export function bankCodeOf(iban: string): string | null {
  return /^DE\d{20}$/.test(iban) ? iban.slice(4, 12) : null;
}

/** Normalised. Whatever is no letter and no digit may divide it, and wide letters count as what they show. */
export function ibanIn(text: string): string | null {
  const signs = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]|\p{DI}/gu, '')
    .toUpperCase();
  for (const { index } of signs.matchAll(/(?=[A-Z]{2}\d{2})/g)) {
    const rest = signs.slice(index);
    const length = countrySpecs[rest.slice(0, 2)]?.chars ?? 0;
    const iban = rest.slice(0, length);
    if (iban.length === length && isIban(iban)) return iban;
  }
  return null;
}

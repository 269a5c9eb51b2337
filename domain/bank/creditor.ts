/** SEPA creditor identifiers (EPC262-08): the check digits ignore the business code of three characters after them. */

/** In capitals without blanks. */
export function isCreditorId(id: string): boolean {
  const [, country = '', digits = '', national = ''] =
    /^([A-Z]{2})(\d{2})[A-Z0-9]{3}([A-Z0-9]{1,28})$/.exec(id) ?? [];
  if (country === '' || (country === 'DE' && !/^\d{11}$/.test(national))) return false;
  return remainder(national + country + digits) === 1;
}

/** The remainder of the division by 97, with letters as numbers from 10 (A) to 35 (Z). */
function remainder(text: string): number {
  const number = text.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return Array.from(number).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

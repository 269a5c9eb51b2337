export const bankLettersHint = 'Banken kennen nur lateinische Buchstaben.';

/**
 * Letters of other scripts, and pictures. What banks carry is Latin (EPC217-08; DFÜ-Abkommen, Anlage 3, adds umlauts and
 * ß); a Latin letter with a mark, as in Łódź, they write without. An apostrophe may be a letter (Lm), as in Hawaiʻi.
 */
const foreign = /(?!\p{Script=Latin}|\p{Lm})\p{L}|\p{So}/u;

export function hasForeignLetters(holder: string): boolean {
  return foreign.test(holder);
}

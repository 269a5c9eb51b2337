export const lifeNumberKinds = {
  chip: 'Chipnummer',
  ueln: 'Lebensnummer (UELN)',
  old: 'alte Lebensnummer',
} as const;
type LifeNumberKind = keyof typeof lifeNumberKinds;

/** Of capitals and digits; the first that fits counts. */
const forms: readonly [form: RegExp, kind: LifeNumberKind][] = [
  // ISO 11784: 900 to 998 are makers of chips, which ISO 3166 gives to no country
  [/^9\d{14}$/, 'chip'],
  // ViehVerkV § 44(2): 276, and 02 for horses (older chips: 09 for pets); no studbook begins with 0
  [/^2760\d{11}$/, 'chip'],
  // ueln.net, "Case of Germany": the studbook, 3.. for horses born before 2000 and 4.. for later ones
  // the letters of the country stand for its 276
  [/^(?:276|DEU?)[34]\d{11}$/, 'ueln'],
  // databases whose numbers may be digits only: SIRE, Horse Sport Ireland, KWPN, Portugal
  [/^(?:250001|372414|528003|620001)\d{9}$/, 'ueln'],
  // country, database (of thoroughbreds three letters), number; a chip has no letter
  [/^(?!\d+$)[0-8]\d\d[\dA-Z]{12}$/, 'ueln'],
  // until 1999: studbook, number and year
  [/^(?:DEU?)?\d{9}$/, 'old'],
  // from 2000 until it was a UELN
  [/^[34]\d{11}$/, 'old'],
];

/** Null for whatever may be several of these, such as 15 digits of most other countries, or none. */
export function lifeNumberKind(typed: string): LifeNumberKind | null {
  const signs = typed.toUpperCase().replace(/[\s\p{Pd}\p{DI}./]/gu, '');
  return forms.find(([form]) => form.test(signs))?.[1] ?? null;
}

export const bankLettersHint = 'Banken kennen nur lateinische Buchstaben.';

/**
 * Letters of other scripts, and pictures. What banks carry is Latin (EPC217-08; DFÜ-Abkommen, Anlage 3, adds umlauts and
 * ß); a Latin letter with a mark, as in Łódź, they write without. An apostrophe may be a letter (Lm), as in Hawaiʻi.
 */
const foreign = /(?!\p{Script=Latin}|\p{Lm})\p{L}|\p{So}/u;

export const hasForeignLetters = (holder: string) => foreign.test(holder);

/** The places that have a postal code, German names only; none if nobody knows it. */
export type Places = { places: string[] };

/** As the server stores it: without blanks at its ends and characters that nobody sees. */
export const typedCode = (text: string) => text.replace(/\p{Cf}/gu, '').trim();

export const isPostalCode = (text: string) => /^\d{5}$/.test(text);

export const postalCodeHint = {
  foreign: 'Wir versichern Pferde in Deutschland.',
  several: 'Mehrere Orte haben diese PLZ. Bitte wählen Sie einen aus.',
} as const;

/** The places that have a postal code, German names only; none if nobody knows it. */
export type Places = { places: string[] };

/** As the server stores it: without blanks at its ends and characters that nobody sees. */
export const typedCode = (text: string) => text.replace(/\p{Cf}/gu, '').trim();

export const isPostalCode = (text: string) => /^\d{5}$/.test(text);

export const postalCodeHint = {
  foreign: 'Wir versichern Pferde in Deutschland.',
  several: 'Mehrere Orte haben diese PLZ. Bitte wählen Sie einen aus.',
} as const;

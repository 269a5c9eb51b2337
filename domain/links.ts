/** Links that open a phone or a mail program. */

/**
 * A phone number with any brackets, blanks, dots, slashes and dashes between its digits. A slash followed by an area
 * code begins another number.
 */
const written = /\(?\+?[\s(]*\d(?:[\d\s().\u2010-\u2015-]|\/(?!\s*[0+(]))*/g;
/** The switchboard's zero is left out before a direct extension. */
const beforeExtension = /(?:-0)?[,;\s]*(?:durchwahl|dw)[.:\s]*(?=\d)/gi;
const countryCode = /^\(?(?:\+|00)/;
/** From the shortest service numbers to the longest that E.164 allows. */
const dialable = /^\+?\d{3,15}$/;

/**
 * `tel:` link of the first phone number in a text, or undefined if there is none. A number with a country code becomes
 * E.164 with `+`, without the zero that is dialled only inside the country. Any other number keeps its digits.
 */
export function phoneHref(text: string): string | undefined {
  // numbers copied from an address book may contain invisible characters and wide digits
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\[(\d*)\]/g, '($1)')
    .replace(beforeExtension, '');
  const number = Array.from(plain.matchAll(written), ([one]) => dial(one)).find((one) => dialable.test(one));
  return number && `tel:${number}`;
}

function dial(number: string): string {
  const signs = number.replace(/[^\d+()]/g, '');
  if (!countryCode.test(signs)) return signs.replace(/\D/g, '');
  const digits = signs.replace(countryCode, '').replace('(0)', '').replace(/\D/g, '');
  return `+${digits.replace(/^490+/, '49')}`;
}

/** `mailto:` link of an address; characters that would begin a subject or a second recipient are escaped. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@').replaceAll('%2B', '+')}`;
}

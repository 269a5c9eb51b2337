/** Addresses behind which a phone or a mail program opens. */

/**
 * A number as people write it: brackets, blanks, dots, slashes and dashes among its digits. Where another area code
 * follows a slash, another number begins.
 */
const written = /\(?\+?[\s(]*\d(?:[\d\s().\u2010-\u2015-]|\/(?!\s*[0+(]))*/g;
/** The switchboard's zero goes where a direct extension follows. */
const beforeExtension = /(?:-0)?[,;\s]*(?:durchwahl|dw)[.:\s]*(?=\d)/gi;
const countryCode = /^\(?(?:\+|00)/;
/** From the shortest service numbers to the longest that E.164 allows. */
const dialable = /^\+?\d{3,15}$/;

/**
 * `tel:` of the first number in a text, or undefined when there is none. A number with its country's code becomes
 * E.164 with `+`, without the zero that is dialled at home only; any other keeps its digits.
 */
export function phoneHref(text: string): string | undefined {
  // what was copied from an address book brings invisible signs and wide digits along
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

/** `mailto:` of an address; what would begin a subject or a second recipient stays a part of it. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@').replaceAll('%2B', '+')}`;
}

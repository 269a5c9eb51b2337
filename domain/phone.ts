/** A slash followed by an area code or a dash begins another number. */
const written = /\(?\+?[\s(]*\d(?:[\d\s().\u2010-\u2015-]|\/(?!\s*[0+(\u2010-\u2015-]))*/g;
/** The switchboard's zero is left out before a direct extension. */
const beforeExtension = /(?:-0)?[,;\s]*(?:durchwahl|dw)[.:\s]*(?=\d)/gi;
const countryCode = /^\(?(?:\+|00)/;
/** From the shortest service numbers to the longest that E.164 allows. */
const dialable = /^\+?\d{3,15}$/;
/** What may stand before a number without saying anything about it. */
const caption = /^(?:telefon|tel|mobil|handy|fon)\b[.:\s]*/i;

/** With a country code it becomes E.164, without the zero that is dialled only inside the country. */
export function findPhone(text: string): string | null {
  return numbersIn(plainOf(text)).find(({ number }) => dialable.test(number))?.number ?? null;
}

/** `0049…` or `0043…`. Unchanged unless it is one number with an area code: a second one or a remark must not be lost. */
export function internationalPhone(text: string): string {
  const number = onlyNumber(text);
  if (number === null) return text;
  if (number.startsWith('+')) return `00${number.slice(1)}`;
  return number.startsWith('0') ? `0049${number.slice(1)}` : text;
}

export function isPhone(text: string): boolean {
  return onlyNumber(text) !== null;
}

function onlyNumber(text: string): string | null {
  const plain = plainOf(text).trim().replace(caption, '');
  const [first] = numbersIn(plain);
  return first?.text === plain && dialable.test(first.number) ? first.number : null;
}

/** Numbers copied from an address book may contain invisible characters and wide digits. */
function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/\[(\d*)\]/g, '($1)')
    .replace(beforeExtension, '');
}

function numbersIn(plain: string): { text: string; number: string }[] {
  return Array.from(plain.matchAll(written), ([text]) => ({ text, number: dial(text) }));
}

function dial(number: string): string {
  const signs = number.replace(/[^\d+()]/g, '');
  if (!countryCode.test(signs)) return signs.replace(/\D/g, '');
  const digits = signs.replace(countryCode, '').replace('(0)', '').replace(/\D/g, '');
  return `+${digits.replace(/^490+/, '49')}`;
}

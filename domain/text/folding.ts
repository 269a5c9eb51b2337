import { addressKey } from './addresses';

/** Letters that no normalisation takes apart. Nearly all as in the passports of those who have them (ICAO 9303). */
const plainLetters = pairsIn(`
  æ:ae œ:oe þ:th ß:ss ŋ:n ĸ:k ə:e ς:σ ƕ:hv ɑ:a ⱥ:a ı:i ɨ:i ɩ:i ȷ:j ɉ:j ł:l ƚ:l ɫ:l ȴ:l ø:o ɵ:o ɔ:o đ:d
  ð:d ɖ:d ɗ:d ƌ:d ȡ:d ħ:h ŧ:t ƭ:t ʈ:t ⱦ:t ƫ:t ȶ:t ƀ:b ɓ:b ƃ:b ƈ:c ȼ:c ɛ:e ɇ:e ǝ:e ƒ:f ɠ:g ɣ:g ǥ:g ƙ:k
  ɲ:n ƞ:n ȵ:n ƥ:p ɋ:q ɍ:r ɽ:r ʃ:s ƨ:s ȿ:s ʉ:u ʊ:u ʋ:v ƴ:y ɏ:y ƶ:z ȥ:z ɀ:z ʒ:z`);
const plainLetter = anyOf(plainLetters);

/** How who has no such key often writes them. */
const otherwise = pairsIn('ä:ae ö:oe ü:ue ø:oe å:aa đ:dj ə:a');
const otherLetter = anyOf(otherwise);

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const apostrophes = /[\u2018\u2019\u201b\u2032\u00b4`\u02b9\u02bb\u02bc\u02bd\uff07]/g;
const dashes = /[\u2010-\u2015\u2212]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ascii = /^[\u0000-\u007f]*$/;

/** A text without what nobody sees, and without differences of case, width, and blanks at its ends or in a row. */
export function folded(given: string): string {
  const text = ascii.test(given) ? given.toLowerCase() : visibleOf(given);
  return text.replace(/\s+/g, ' ').trim();
}

/** Folded, and with the plain letters of every keyboard: `Müller` is `muller`, `Yıldız` is `yildiz`. */
export function plainly(given: string): string {
  return withPlainLetters(folded(given));
}

/** The same with umlauts and the like as usual: `Müller` is `mueller`, `Đokić` is `djokic`. */
export function spelledOut(given: string): string {
  return withPlainLetters(folded(given).replace(otherLetter, (letter) => otherwise.get(letter) ?? letter));
}

export function spellingsOf(given: string): string[] {
  const text = spelledOut(given);
  return ascii.test(given) ? [text] : [...new Set([text, plainly(given)])];
}

/** Whether texts, which are spelled as well, have each word that was typed. */
export function finderOf(typed: string): (texts: readonly string[]) => boolean {
  const words = typed.split(/\s+/).filter(Boolean).map(spellingsOf);
  return (texts) =>
    words.every((spellings) => spellings.some((word) => texts.some((text) => text.includes(word))));
}

/** What a search finds an e-mail address by: in plain letters, and in Punycode too. */
export function addressSpellings(address: string): string[] {
  const spellings = spellingsOf(address);
  return spellings[0] === address.toLowerCase() ? spellings : [...spellings, addressKey(address)];
}

function visibleOf(text: string): string {
  // an acute accent that stands alone would become a blank
  const same = text.replace(invisible, '').replace(apostrophes, "'").replace(dashes, '-');
  return same.normalize('NFKC').toLowerCase().normalize('NFKC');
}

function withPlainLetters(text: string): string {
  if (ascii.test(text)) return text;
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '');
  return bare.replace(plainLetter, (letter) => plainLetters.get(letter) ?? letter);
}

function pairsIn(text: string): Map<string, string> {
  return new Map(
    Array.from(text.matchAll(/(\p{L}):(\S+)/gu), ([, letter = '', plain = '']) => [letter, plain]),
  );
}

function anyOf(letters: Map<string, string>): RegExp {
  return new RegExp(`[${[...letters.keys()].join('')}]`, 'g');
}

/**
 * What of a visitor's words a mail may repeat: anyone can type them and have them sent under our name, to any address. The
 * page and the PDF that a mail leads to have the whole.
 */
import type { Salutation } from '../people';

/** Stands for what a mail does not repeat. */
export const asGiven = 'wie auf unserer Website angegeben';
export const neutral = 'Guten Tag';
const somebody = 'eine Person';

const longest = 60;
const mostWords = 8;
const plain = /^[\p{L}\p{M}\p{Nd} '‘’.,/()\u2010-]*$/u;
/** They hide or turn around what stands beside them. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
/** Mail programs make links of these, and readers of a path behind a name with a dot, as in `bit.1y/x`. */
const link = /\.\p{M}*\p{L}\p{M}*\p{L}|www\.|(?:\d+\.){3}\d|\.[^\s/]*\p{L}[^\s/]*\//iu;
/** Somebody to call: digits in a row, whatever signs stand between them. A year or the number of a horse has fewer. */
const callable = /(?:\p{Nd}[^\p{L}\p{Nd}]*){5}/u;
/** A word with a slash, unless it is a number such as 3/4. */
const path = /\p{L}[^\s/]*\/|\/[^\s/]*\p{L}/u;
const nameLetters = /^(?=.*\p{L})[\p{L}\p{M} \u00a0'’.\u2010\u2011-]+$/u;

/** Of an application, whose letters are no words. */
const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function looksLikeLink(text: string): boolean {
  return link.test(text);
}

/** True for a few plain words in one line that no program takes for a link. */
function isMailable(words: string): boolean {
  // wide dots and the like are dots
  const folded = words.normalize('NFKC');
  return folded.length <= longest && plain.test(folded) && !invisible.test(words) && !looksLikeLink(folded);
}

export function mailable(words: string): string {
  return isMailable(words) ? words : asGiven;
}

/** Of a horse: without a phone number and a path. */
export function isMailableName(name: string): boolean {
  const folded = name.normalize('NFKC');
  return isMailable(name) && !callable.test(folded) && !path.test(folded);
}

export function mailableName(name: string): string {
  return isMailableName(name) ? name : asGiven;
}

/** Of an application or contract: whoever writes more than a word beside a number calls for something. */
export function mailableNumber(entry: string): string {
  const folded = entry.normalize('NFKC');
  const words = folded.match(/\p{L}{4,}/gu) ?? [];
  const isCalling = callable.test(folded) && words.length > 1 && !isId.test(entry);
  return isMailable(entry) && !isCalling && !path.test(folded) ? entry : asGiven;
}

export type Person = { salutation: Salutation; firstName: string; lastName: string };

/** `Guten Tag Frau Sommer`, the full name for `diverse`, or `Guten Tag` for what is no plain name. */
export function greetingOf(person: Person): string {
  const { salutation, firstName, lastName } = person;
  const titles: Record<Salutation, string> = { mr: 'Herr', mrs: 'Frau', diverse: firstName };
  return isPlainName(fullName(person)) ? `${neutral} ${titles[salutation]} ${lastName}` : neutral;
}

type Named = Pick<Person, 'firstName' | 'lastName'>;

export function plainNameOf(person: Named): string | null {
  const name = fullName(person);
  return isPlainName(name) ? name : null;
}

/** As a mail to others names a person: letters, hyphens, apostrophes and dots, and few words. */
export function personName(name: string): string {
  return isPlainName(name) ? name : somebody;
}

export function fullName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`;
}

/** False for a name that may be something else: a stranger may have typed an advertisement. */
export function isPlainName(name: string): boolean {
  return nameLetters.test(name) && name.trim().split(/\s+/).length <= mostWords && isMailable(name);
}

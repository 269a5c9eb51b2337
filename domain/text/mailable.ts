/**
 * What of a visitor's words a mail may repeat: anyone can type them and have them sent under our name, to any address. The
 * page and the PDF that a mail leads to have the whole.
 */
import { isEmail } from '../people';
import { isPhone } from '../phone';

/** Stands for what a mail does not repeat. */
export const asGiven = 'wie auf unserer Website angegeben';

const longest = 60;
const plain = /^[\p{L}\p{M}\p{Nd} '‘’.,/()\u2010-]*$/u;
/** They hide or turn around what stands beside them. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
/** Mail programs make links of these, and readers of a path behind a name with a dot, as in `bit.1y/x`. */
const link = /\.\p{M}*\p{L}\p{M}*\p{L}|www\.|(?:\d+\.){3}\d|\.[^\s/]*\p{L}[^\s/]*\//iu;
/** Somebody to call: digits in a row, whatever signs stand between them. A year or the number of a horse has fewer. */
const callable = /(?:\p{Nd}[^\p{L}\p{Nd}]*){5}/u;
/** A word with a slash, unless it is a number such as 3/4. */
const path = /\p{L}[^\s/]*\/|\/[^\s/]*\p{L}/u;

/** Of an application, whose letters are no words. */
const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True for a few plain words in one line that no program takes for a link. */
function isMailable(words: string): boolean {
  // wide dots and the like are dots
  const folded = words.normalize('NFKC');
  return folded.length <= longest && plain.test(folded) && !invisible.test(words) && !link.test(folded);
}

export function mailable(words: string): string {
  return isMailable(words) ? words : asGiven;
}

/** The same for a name of a person or horse, which contains no phone number and no path. */
export function isMailableName(name: string): boolean {
  const folded = name.normalize('NFKC');
  return isMailable(name) && !callable.test(folded) && !path.test(folded);
}

export function mailableName(name: string): string {
  return isMailableName(name) ? name : asGiven;
}

/** The same for a number of an application or contract: whoever writes more than a word beside one calls for something. */
export function mailableNumber(entry: string): string {
  const folded = entry.normalize('NFKC');
  const words = folded.match(/\p{L}{4,}/gu) ?? [];
  const isCalling = callable.test(folded) && words.length > 1 && !isId.test(entry);
  return isMailable(entry) && !isCalling && !path.test(folded) ? entry : asGiven;
}

/** The same for an entry that must be one phone number; what is invisible is left out, because address books add it. */
export function mailablePhone(entry: string): string {
  return isPhone(entry) && !link.test(entry) ? entry.replace(/[\p{Cf}\p{DI}]/gu, '') : asGiven;
}

/** The same for an e-mail address, unless it looks like the address of a page. */
export function mailableEmail(entry: string): string {
  return isEmail(entry) && !/[/?#]|www\./i.test(entry) ? entry : asGiven;
}

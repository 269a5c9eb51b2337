import type { Salutation } from '../people';
import { isMailableName } from './mailable';

export type Person = { salutation: Salutation; firstName: string; lastName: string };

export const neutral = 'Guten Tag';
const nameLetters = /^[\p{L}\p{M} \u00a0'’.\u2010\u2011-]+$/u;

/** `Guten Tag Frau Sommer`, or the full name for `diverse`. */
function greetingByName({ salutation, firstName, lastName }: Person): string {
  const titles: Record<Salutation, string> = { mr: 'Herr', mrs: 'Frau', diverse: firstName };
  return `${neutral} ${titles[salutation]} ${lastName}`;
}

/** The same, or `Guten Tag` for a name that may be something else: a stranger may have typed an advertisement. */
export function greetingOf(person: Person): string {
  return isPlainName(fullName(person)) ? greetingByName(person) : neutral;
}

export function plainNameOf(person: Person): string | null {
  const name = fullName(person);
  return isPlainName(name) ? name : null;
}

function fullName({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`;
}

/** True unless a name may be something else: a stranger may have typed an advertisement. */
export function isPlainName(name: string): boolean {
  return nameLetters.test(name) && isMailableName(name);
}

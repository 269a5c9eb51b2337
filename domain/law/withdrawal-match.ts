/** Which application a withdrawal is about. Staff decide in the end: a match changes no application. */

import { spelledWords } from '../cases/words';
import { referenceOf } from '../ids';
import { isSameAddress } from '../text/addresses';
import { folded } from '../text/folding';
import type { Declaration, WithdrawalMatch } from './withdrawals';

type Person = { firstName: string; lastName: string; email: string };

export type Candidate = { applicationId: string; people: Person[] };

export type Matched = { match: WithdrawalMatch; applicationId: string | null };

/** What a typed number may be; null: not that. */
export type NumberIn = {
  id: string | null;
  references: string[];
};

export function numberIn(contract: string | null): NumberIn {
  const typed = folded(contract ?? '');
  const signs = typed
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^(?:antragsnummer|antragsnr|antrag|mandatsreferenz|nummer|nr)/, '')
    .replace(/pdf$/, '');
  return { id: idIn(signs), references: [...new Set([typed, signs].map(referenceOf))] };
}

function idIn(signs: string): string | null {
  if (/^[0-9a-f]{8}$/.test(signs)) return signs;
  if (!/^[0-9a-f]{32}$/.test(signs)) return null;
  return signs.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** `numbered` and `likely` with the latest first. The address counts more than the name, which several people may have. */
export function matchOf(
  declared: Declaration,
  numbered: readonly Candidate[],
  likely: readonly Candidate[],
): Matched {
  const found = (match: WithdrawalMatch, { applicationId }: Candidate) => ({ match, applicationId });
  const own = fitting(declared, numbered);
  if (own) return found('exact', own);
  const [byNumber] = numbered;
  if (byNumber) return found('number', byNumber);
  const suggested = fitting(declared, likely);
  return suggested ? found('suggested', suggested) : { match: 'none', applicationId: null };
}

function fitting({ name, email }: Declaration, candidates: readonly Candidate[]): Candidate | undefined {
  const hasEmail = (person: Person) => isSameAddress(person.email, email);
  const hasName = (person: Person) => nameFits(name, person);
  return (
    candidates.find(({ people }) => people.some(hasEmail)) ??
    candidates.find(({ people }) => people.some(hasName))
  );
}

/** True if a name contains the whole last name and one of the first names, in any order, with titles or without. */
export function nameFits(name: string, { firstName, lastName }: Omit<Person, 'email'>): boolean {
  const typed = new Set(spelledWords(name).flat());
  const isTyped = (word: string) => typed.has(word);
  const isWhole = (words: string[]) => words.length > 0 && words.every(isTyped);
  return spelledWords(lastName).some(isWhole) && spelledWords(firstName).flat().some(isTyped);
}

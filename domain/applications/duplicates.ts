/** Applications that may be about the same contract. Nothing is merged: staff decide. */
import type { CaseStatus } from '../cases/statuses';
import { spelledWords } from '../cases/words';
import { addDays, berlinDay, berlinMidnight, monthsAfter } from '../dates';
import { folded } from '../text/folding';

export const possibleDuplicate = 'Mögliche Dublette';

export type Duplicate = {
  id: string;
  createdAt: string;
  horseName: string | null;
  /** Null: it is open. */
  status: CaseStatus | null;
  reason: string;
};

export const mostDuplicates = 10;

export const likenesses = {
  horse: 'gleiche E-Mail-Adresse und gleicher Pferdename',
  number: 'gleiche Lebensnummer',
  person: 'gleicher Name und gleiches Geburtsdatum des Versicherungsnehmers',
} as const;
export type Likeness = keyof typeof likenesses;

export function reasonOf(alike: ReadonlySet<Likeness>): string {
  return Object.entries(likenesses)
    .flatMap(([key, words]) => (alike.has(key as Likeness) ? words : []))
    .join('; ');
}

const months = 12;

/** Instants (ms) between which another application was created at most 12 months before or after this one. */
export function createdAround(createdAt: number): { from: number; before: number } {
  const day = berlinDay(new Date(createdAt));
  return {
    from: berlinMidnight(monthsAfter(day, -months)),
    before: berlinMidnight(addDays(monthsAfter(day, months), 1)),
  };
}

/** `Bella-Donna` is `Belladonna`, `Márta` is `Marta`, and `Müller` both `Mueller` and `Muller`. */
export const isHorseLike = likeness(
  (horse: string) => horse,
  (words) => words.join(''),
);

type Name = { firstName: string; lastName: string };

/** Also with the last name first. */
export const isNameLike = likeness(
  ({ firstName, lastName }: Name) => `${firstName} ${lastName}`,
  (words) => words.toSorted().join(' '),
);

/** Of one thing a test of others, which are many and often written alike. */
function likeness<T>(textOf: (thing: T) => string, keyOf: (words: string[]) => string) {
  // a name may consist of signs
  const keysOf = (text: string) => spelledWords(text).map((words) => keyOf(words) || folded(text));
  return (thing: T) => {
    const text = textOf(thing);
    const keys = new Set(keysOf(text));
    return (other: T) => textOf(other) === text || keysOf(textOf(other)).some((key) => keys.has(key));
  };
}

/** Who changes the words of a text increases `wordsVersion` (`db/schema/desk.ts`). */
import { addressSpellings, spelledOut, spellingsOf } from '../text/folding';

/** `Müller` and `Mueller` are the same, and so are `Márta` and `Marta`. */
function wordsOf(text: string): string[] {
  return wordsIn(spelledOut(text));
}

export function spelledWords(text: string): string[][] {
  return spellingsOf(text).map(wordsIn);
}

export const emailWord = spelledOut;

function wordsIn(spelling: string): string[] {
  return spelling.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

type Person = { firstName: string; lastName: string; email: string; phone: string };

export type CaseTexts = {
  applicationId: string;
  contact: Person;
  policyholder: Person;
  horseName: string;
  policyNumber: string | null;
};

/** `shared`: with so many letters the word before it begins too. A case is counted once, by the word that shares fewest. */
type CaseWord = { word: string; shared: number };

/** By which a person is found, by their beginnings. */
export function personWords({ name, email, phone }: { name: string; email: string | null; phone: string }) {
  const addresses = email === null ? [] : addressSpellings(email);
  return [
    ...spelledWords(name).flat(),
    ...addresses.flatMap((address) => [address, ...wordsIn(address)]),
    nationalOf(phone),
  ];
}

/** The words of a case in their order. All words of names are there; others not if a longer one begins with them. */
export function caseWords({ applicationId, contact, policyholder, ...of }: CaseTexts): CaseWord[] {
  const people = [contact, policyholder];
  const exact = new Set([
    ...people.flatMap(({ firstName, lastName, email }) => [
      ...spelledWords(`${firstName} ${lastName}`).flat(),
      emailWord(email),
    ]),
    joined(applicationId),
  ]);
  const policyNumber = of.policyNumber ?? '';
  const begun = people.flatMap((person) => [
    ...personWords({ ...person, name: `${person.firstName} ${person.lastName}` }),
    digitsOf(person.phone),
  ]);
  begun.push(...spelledWords(of.horseName).flat(), ...wordsOf(policyNumber), joined(policyNumber));
  const sorted = [...new Set([...exact, ...begun])].filter(Boolean).sort();
  // what a word begins stands right behind it
  const kept = sorted.filter((word, index) => exact.has(word) || !sorted[index + 1]?.startsWith(word));
  return kept.map((word, index) => ({ word, shared: sharedBy(kept[index - 1] ?? '', word) }));
}

function sharedBy(before: string, word: string): number {
  let length = 0;
  while (length < word.length && word[length] === before[length]) length += 1;
  return length;
}

/**
 * Beginnings of words, all of which a case must have; the first meaning that finds anything counts. Digits with
 * blanks or signs between them are first one phone number in its national form, then one number as it is, then
 * several. Umlauts are first two letters, then one. None: nothing to search for was typed.
 */
export function meaningsOf(typed: string): string[][] {
  const seen = new Set<string>();
  return spellingsOf(typed)
    .flatMap(meaningsIn)
    .filter((words) => words.length > 0 && !seen.has(`${words}`) && seen.add(`${words}`));
}

function meaningsIn(spelling: string): string[][] {
  const parts = [...spelling.matchAll(/(?<number>[+(]*\d[\d\s()/.+-]*)(?=\s|$)|\S+/g)].map(partOf);
  return [0, 1, 2].map((index) => essential(parts.flatMap((part) => part[index] ?? part[0] ?? [])));
}

function partOf({ 0: part, groups }: RegExpExecArray): string[][] {
  if (groups?.number) return [[nationalOf(part)], [digitsOf(part)], wordsOf(part)];
  if (/^[^@]+@/.test(part)) return [[emailWord(part)]];
  return [isId(part) ? [joined(part)] : wordsOf(part)];
}

function essential(words: string[]): string[] {
  return [...new Set(words)].filter(
    (word) => word && !words.some((other) => other !== word && other.startsWith(word)),
  );
}

function isId(part: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f-]*$/i.test(part);
}

function joined(text: string): string {
  return wordsOf(text).join('');
}

function digitsOf(phone: string): string {
  return phone.normalize('NFKC').replace(/\D/g, '');
}

/** `+49 (0)341 96` and `0049 341 96` are `034196`; numbers of other countries begin with their code. */
export function nationalOf(phone: string): string {
  const dialled = phone.normalize('NFKC').replace(/[^\d+]/g, '');
  const [, abroad] = /^(?:\+|00)(\d*)/.exec(dialled) ?? [];
  if (abroad === undefined) return digitsOf(dialled);
  return abroad.replace(/^490?/, '0') || digitsOf(dialled);
}

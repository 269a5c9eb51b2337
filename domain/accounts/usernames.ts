/** What a username may be, so that readers of the audit log know who it was. */
import { plainly } from '../text/folding';

/** Who acts without an account, as the audit log, a history or a list names them. No account may be called so. */
export const productActors = {
  person: 'Betroffene Person',
  applicant: 'Die antragstellende Person',
  restore: 'Wiederherstellung',
  delivery: 'E-Mail-Versand',
  system: 'System',
  /** Beside versions of the tariffs that came with the product. */
  product: 'Sattelfest',
  nobody: 'nicht angemeldet',
} as const;

/** Characters without width, or that reverse text. U+2800 and U+1D159 are blanks. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu;

/** Blanks and invisible characters at its ends came along by copying; inside, they are refused. */
export function withoutUnseenEnds(username: string): string {
  const signs = [...username];
  const isSeen = (sign: string) => sign.replace(invisible, '').trim() !== '';
  return signs.slice(signs.findIndex(isSeen), signs.findLastIndex(isSeen) + 1).join('');
}

/** With at most two marks, as in Vietnamese; U+034F is one that nobody sees. Phonetic, historic and wide letters look like others. */
const letter = '[A-Za-zÆæÐðØøÞþßẞĐđĦħıĲĳĿŀŁłŊŋŒœŦŧƏə][\\u0300-\\u034e\\u0350-\\u036f]{0,2}';
const usual = new RegExp(`^(?:${letter}|[0-9._@ -])*$`);

export function usernameKey(username: string): string {
  return username.normalize('NFC').toLowerCase();
}

/** What is wrong with a new username, in German; null: nothing. */
export function usernameProblem(username: string): string | null {
  if (!usual.test(username.normalize('NFD')))
    return 'Bitte verwenden Sie nur Buchstaben, Ziffern, Leerzeichen, Punkt, Binde- und Unterstrich und @';
  if (isReserved(username))
    return 'Diesen Namen verwendet das Protokoll selbst. Bitte wählen Sie einen anderen';
  return null;
}

/** Whether the product writes this name where nobody has an account. */
export function isReserved(username: string): boolean {
  return reserved.has(lettersOf(username));
}

const lettersOf = (username: string) => plainly(username).replace(/[^a-z0-9]/g, '');
const reserved = new Set(Object.values(productActors).map(lettersOf));

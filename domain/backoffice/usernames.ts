/** What a username may be, so that readers of the audit log know who it was. */

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

/** Characters without width, or that reverse text: with them two names can look the same. U+2800 is a braille blank. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * The username without differences that a reader cannot see: width, case and invisible characters (NFKC). No two
 * accounts may share the result. Similar letters of another script still make another name.
 */
export function lookOf(username: string): string {
  return username.normalize('NFKC').replace(invisible, '').toLowerCase().normalize('NFKC');
}

/** What is wrong with a username, in German; null: nothing. */
export function usernameProblem(username: string): string | null {
  if (username.search(invisible) >= 0)
    return 'Bitte verwenden Sie im Benutzernamen keine unsichtbaren Zeichen';
  if (isMixed(username)) return 'Bitte verwenden Sie im Benutzernamen nur Buchstaben einer Schrift';
  if (isReserved(username))
    return 'Diesen Namen verwendet das Protokoll selbst. Bitte wählen Sie einen anderen';
  return null;
}

/** Whether the product writes this name, or one that reads alike, where nobody has an account. */
export function isReserved(username: string): boolean {
  return reserved.has(skeletonOf(username));
}

/** Letters and digits alone, and those alike that many typefaces do not tell apart. */
function skeletonOf(username: string): string {
  return lookOf(username)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[i1]/g, 'l')
    .replace(/0/g, 'o');
}

const reserved = new Set(Object.values(productActors).map(skeletonOf));

/** Scripts with letters that look like those of another. Chinese, Japanese and Korean names use several together. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];

/** Whether letters of several scripts are in it, such as a Cyrillic а in `аdmin`. */
function isMixed(username: string): boolean {
  const letters = username.normalize('NFKC').match(/(?!\p{Script=Common})\p{L}/gu) ?? [];
  // all other scripts together are one
  return new Set(letters.map((letter) => scripts.findIndex((script) => script.test(letter)))).size > 1;
}

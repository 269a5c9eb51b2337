/** What a username may be, so that readers of the audit log know who it was. */
import { asRead, withoutSimilar } from './similar-letters';

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

/** An account may be called so, but not like something that only looks so. */
const roleNames = ['admin', 'administrator', 'sachbearbeiter'];

/** Characters without width, or that reverse text: with them two names can look the same. U+2800 and U+1D159 are blanks. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu;

/** Blanks and invisible characters at its ends came along by copying; inside, they are refused. */
export function withoutUnseenEnds(username: string): string {
  const signs = [...username];
  const isSeen = (sign: string) => sign.replace(invisible, '').trim() !== '';
  return signs.slice(signs.findIndex(isSeen), signs.findLastIndex(isSeen) + 1).join('');
}

/** Letters of the languages of Europe and Vietnam. Phonetic and historic ones look like others. */
const latin = 'A-Za-zÀ-ÖØ-öø-ķĹ-ňŊ-žƏəƠơƯưǍ-ǜǦ-ǩȘ-țḀ-ẛẞẠ-ỹ';
/** Scripts in wide use (UAX 31). Some others, as Cherokee and Lisu, have copies of Latin letters. */
const scriptsInUse =
  'Greek Cyrillic Armenian Georgian Hebrew Arabic Devanagari Bengali Tamil Thai Han Hiragana Katakana Hangul Bopomofo'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('');
const usual = new RegExp(`^(?:[0-9]|(?!\\p{N})[${latin}${scriptsInUse}ー]|[^\\p{L}\\p{N}])*$`, 'u');

/** Without differences that a reader hardly sees, such as I and l. No two accounts may share the result. */
export function lookOf(username: string): string {
  return withoutSimilar(plainOf(username));
}

export function usernameKey(username: string): string {
  return username.normalize('NFC').toLowerCase();
}

/** What is wrong with a username, in German; null: nothing. */
export function usernameProblem(username: string): string | null {
  if (username.search(invisible) >= 0)
    return 'Bitte verwenden Sie im Benutzernamen keine unsichtbaren Zeichen';
  if (isMixed(username)) return 'Bitte verwenden Sie im Benutzernamen nur Buchstaben einer Schrift';
  if (isReserved(username))
    return 'Diesen Namen verwendet das Protokoll selbst. Bitte wählen Sie einen anderen';
  const role = roleLike(username);
  if (role) return `Dieser Name sieht aus wie „${role}“. Bitte wählen Sie einen anderen`;
  if (!usual.test(username.normalize('NFKC')))
    return 'Bitte verwenden Sie im Benutzernamen nur gebräuchliche Buchstaben und die Ziffern 0 bis 9';
  return null;
}

/** Whether the product writes this name, one that reads alike, or one with a remark, where nobody has an account. */
export function isReserved(username: string): boolean {
  const words = plainOf(username).split(' ');
  // the audit log itself adds "(Konto)" to names that accounts had before they were reserved
  const withoutRemark = skeletonOf(username).replace(/(?:konto)+$/, '');
  return (
    reserved.has(withoutRemark) ||
    words.some((_, end) => reserved.has(skeletonOf(words.slice(0, end + 1).join(''))))
  );
}

/** The role whose name somebody may take this for; undefined for the name of the role itself. */
function roleLike(username: string): string | undefined {
  if (roleNames.includes(plainOf(username))) return undefined;
  return roleNames.find((name) => skeletonOf(name) === skeletonOf(username));
}

function plainOf(username: string): string {
  return username.normalize('NFKC').replace(invisible, '').toLowerCase().normalize('NFKC');
}

/** Letters and digits alone, and those alike that somebody may take for one another. */
function skeletonOf(username: string): string {
  return asRead(plainOf(username)).replace(/[^\p{L}\p{N}]/gu, '');
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

/** How long passwords are, in characters, and which are called weak. Weak ones are allowed all the same. */

/** The cost of hashing must not grow with what a stranger sends. */
export const longestPassword = 200;
/** Unless `PASSWORD_MIN` raises it. */
export const shortestPassword = 6;

/** New passwords should not be shorter (OWASP ASVS 5.0, 6.2.1, asks for 8 at least and recommends 15). */
const advisedPassword = 12;

export const weakPassword = 'Schwaches Passwort';

/** The end of a sentence; null if it is not weak, or empty. `common`: the most common passwords in lower case. */
export function weaknessOf(password: string, username: string, common: ReadonlySet<string>): string | null {
  const composed = password.normalize('NFC');
  const plain = composed.toLowerCase();
  if (plain === '') return null;
  if (username !== '' && plain === username.trim().toLowerCase()) return 'Es gleicht dem Benutzernamen.';
  if (common.has(plain)) return 'Es gehört zu den häufigsten Passwörtern.';
  if (composed.length < advisedPassword) return `Es hat weniger als ${advisedPassword} Zeichen.`;
  return null;
}

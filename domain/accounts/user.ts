import {
  Boolean as BooleanType,
  Object as ObjectType,
  Optional,
  Refine,
  type Static,
  String as StringType,
} from 'typebox';
import { isDay } from '../dates';
import { choice, clearable, maximum, optionalText, rule, secret, text } from '../fields';
import { keysOf } from '../keys';
import { isEmail } from '../people';
import { plainly } from '../text/folding';
import { dayMs, minuteMs } from '../time';
import { productActors } from './actors';

/** In characters: the cost of hashing must not grow with what a stranger sends. */
export const longestPassword = 200;
/** Unless `PASSWORD_MIN` raises it. */
export const shortestPassword = 6;

export const roleLabels = { admin: 'Administrator', sachbearbeiter: 'Sachbearbeiter' };
export type Role = keyof typeof roleLabels;

export type User = {
  id: string;
  username: string;
  email: string | null;
  role: Role;
  createdAt: string;
  secondFactor: boolean;
  /** The last day of the absence; null: none. It may be over. */
  awayUntil: string | null;
};

export type SignedInUser = User & {
  digest: boolean;
  mustChangePassword: boolean;
  mustSetSecondFactor: boolean;
  passwordMin: number;
};

const shortestUsername = 3;

export const login = ObjectType({
  username: text('Benutzername ist erforderlich'),
  password: secret('Passwort ist erforderlich', longestPassword),
  /** Of the app, or a recovery code; needed with a second factor only. */
  code: optionalText(maximum.short),
});
export type Login = Static<typeof login>;

const lastDay = 'Bitte geben Sie den letzten Tag der Abwesenheit an, frühestens heute';
/** Of the API, a day that is over ends the absence, as null does. In a form it is a slip: `since` is today. */
export const absence = (since = '') =>
  ObjectType({ awayUntil: clearable(lastDay, (value) => isDay(value) && value >= since) });
export const ownSettings = (since?: string) =>
  ObjectType({
    ...absence(since).properties,
    digest: Optional(BooleanType({ errorMessage: 'Bitte setzen Sie ein Häkchen oder keines' })),
  });
export type Settings = Static<ReturnType<typeof ownSettings>>;

const usernameMessage = 'Benutzername muss mindestens 3 Zeichen lang sein';
const noEmail = 'Ungültige E-Mail-Adresse';

/** Schema of a new account; the role defaults to `sachbearbeiter`. `minimum`: shortest password in characters. */
export const newUser = (minimum: number) =>
  ObjectType({
    username: Refine(
      rule(
        text(usernameMessage, maximum.name, withoutUnseenEnds),
        (name) => name.length >= shortestUsername,
        usernameMessage,
      ),
      (name) => usernameProblem(name) === null,
      (name) => usernameProblem(name) ?? usernameMessage,
    ),
    password: newPassword('Passwort muss mindestens 6 Zeichen lang sein', minimum),
    email: rule(optionalText(maximum.email), (email) => !email || isEmail(email), noEmail),
    role: Optional(choice(keysOf(roleLabels), 'Bitte wählen Sie eine Rolle aus')),
  });
export type NewUser = Static<ReturnType<typeof newUser>>;

export const wrongCurrentPassword = 'Current password is incorrect';

/** One's own password, and a code if a second factor is set. Both may be missing: the server says which are needed. */
export const ownerProof = ObjectType({
  currentPassword: Optional(
    rule(
      StringType({ errorMessage: wrongCurrentPassword, verbatim: true }),
      ({ length }) => length <= longestPassword,
      wrongCurrentPassword,
    ),
  ),
  code: optionalText(maximum.short),
});
export type OwnerProof = Static<typeof ownerProof>;

export const newUserWithProof = (minimum: number) =>
  ObjectType({ ...newUser(minimum).properties, ...ownerProof.properties });

export const passwordChange = (minimum: number) =>
  ObjectType({
    currentPassword: secret('Current password is required', longestPassword),
    newPassword: newPassword('New password must be at least 6 characters long', minimum),
  });

/** Schema of the form, which has the new password twice. */
export const passwordForm = (minimum: number) =>
  ObjectType({
    ...passwordChange(minimum).properties,
    confirmPassword: secret('Please confirm your new password', longestPassword),
  });
export type PasswordForm = Static<ReturnType<typeof passwordForm>>;
/** For staff who must replace a password that an administrator knows. */
export const passwordKept = 'New password must be different from the current one';

function newPassword(message: string, minimum: number) {
  const sentence = message.replace(String(shortestPassword), String(minimum));
  const isLong = (value: string) => value.normalize('NFC').length >= minimum;
  return rule(secret(sentence, longestPassword), isLong, sentence);
}

/** New passwords should not be shorter, but are allowed all the same (OWASP ASVS 5.0, 6.2.1, asks for 8 at least and recommends 15). */
const advisedPassword = 12;

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

const currentPassword = secret('Bitte geben Sie Ihr aktuelles Passwort ein', longestPassword);
export const noCode = 'Bitte geben Sie den Code ein';
const code = text(noCode, maximum.short);

export const wrongCode = 'Der Code ist falsch oder wurde schon benutzt.';

export const secondFactorStart = ObjectType({ currentPassword });
export const secondFactorCode = ObjectType({ code });
export const secondFactorEnd = ObjectType({ currentPassword, code });

/** `secret` in base32, the address for authenticator apps, and that address as a QR picture (SVG). */
export type PendingSecondFactor = { secret: string; uri: string; qr: string };
export type RecoveryCodes = { recoveryCodes: string[] };

/** One's own session; instants are ISO 8601 UTC. `current`: the one that asks. */
export type Session = {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  browser: string;
  current: boolean;
};

/** What a wrong password or code costs who guesses on. Instants and periods are milliseconds. */

export const freeFailures = 10;
const firstWaitMs = 1000;
const longestWaitMs = 15 * minuteMs;
export const forgetMs = dayMs;

export type Failures = { failures: number; lastAt: number };

/** 1 s after the tenth failure, then twice as long each. */
export function waitAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - freeFailures));
}

export function decideGuess(stored: Failures | null, now: number): { before: Failures } | { waitMs: number } {
  const isKept = stored !== null && stored.lastAt + forgetMs > now;
  // the clock of another instance may be ahead, or this one may have been set back
  const before = isKept
    ? { failures: stored.failures, lastAt: Math.min(stored.lastAt, now) }
    : { failures: 0, lastAt: now };
  const waitMs = before.lastAt + waitAfter(before.failures) - now;
  return waitMs > 0 ? { waitMs } : { before };
}

/** Characters without width, or that reverse text. U+2800 and U+1D159 are blanks. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu;

/** Blanks and invisible characters at its ends came along by copying; inside, they are refused. */
function withoutUnseenEnds(username: string): string {
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

/** Staff: roles, their labels, and the forms about accounts (spec 3, 5 and 6). */
import { Object as ObjectType, Optional, type Static, type TObject } from 'typebox';
import { isEmail } from '../email-address';
import { choice, maximum, optionalText, rule, secret, text } from '../fields';

const roles = ['admin', 'sachbearbeiter'] as const;
export type Role = (typeof roles)[number];
export const roleLabels: Record<Role, string> = { admin: 'Administrator', sachbearbeiter: 'Sachbearbeiter' };

/** An account as the API shows it; `createdAt` is ISO 8601 UTC. */
export type User = {
  id: string;
  username: string;
  email: string | null;
  role: Role;
  createdAt: string;
};

/** Longest password the hash is asked for: its cost must not grow with what a stranger sends. */
export const longestPassword = 200;
const shortestUsername = 3;
const shortestPassword = 6;

/** Schema of the login. */
export const login = ObjectType({
  username: text('Benutzername ist erforderlich'),
  password: secret('Passwort ist erforderlich', longestPassword),
});
export type Login = Static<typeof login>;

const usernameMessage = 'Benutzername muss mindestens 3 Zeichen lang sein';
const invisibleMessage = 'Bitte verwenden Sie im Benutzernamen keine unsichtbaren Zeichen';
const passwordMessage = 'Passwort muss mindestens 6 Zeichen lang sein';
const noEmail = 'Ungültige E-Mail-Adresse';

/** What takes no room, or turns the writing around: with it two names look the same. The last is a braille blank. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * A username without what nobody sees of it: width, case and invisible signs (NFKC). No two accounts may share one.
 * Letters of another script that look the same are another name.
 */
export function lookOf(username: string): string {
  return username.normalize('NFKC').replace(invisible, '').toLowerCase().normalize('NFKC');
}

/** Schema of a new account; without a role the API takes `sachbearbeiter`. */
export const newUser = ObjectType({
  username: rule(
    rule(text(usernameMessage), (name) => name.length >= shortestUsername, usernameMessage),
    (name) => name.search(invisible) < 0,
    invisibleMessage,
  ),
  password: rule(
    secret(passwordMessage, longestPassword),
    (password) => password.length >= shortestPassword,
    passwordMessage,
  ),
  email: rule(optionalText(maximum.email), (email) => !email || isEmail(email), noEmail),
  role: Optional(choice(roles, 'Bitte wählen Sie eine Rolle aus')),
});
export type NewUser = Static<typeof newUser>;

const newPasswordMessage = 'New password must be at least 6 characters long';

const passwordFields = {
  currentPassword: secret('Current password is required', longestPassword),
  newPassword: rule(
    secret(newPasswordMessage, longestPassword),
    (password) => password.length >= shortestPassword,
    newPasswordMessage,
  ),
};

/** Schema of a password change as the API takes it. */
export const passwordChange = ObjectType(passwordFields);

/** Schema of the form, which asks for the new password twice. Both have to be the same: `passwordsDiffer`. */
export const passwordForm: TObject<typeof passwordFields & { confirmPassword: ReturnType<typeof secret> }> =
  ObjectType({
    ...passwordFields,
    confirmPassword: secret('Please confirm your new password', longestPassword),
  });
export type PasswordForm = Static<typeof passwordForm>;
export const passwordsDiffer = "Passwords don't match";

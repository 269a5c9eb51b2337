import { Object as ObjectType, Optional, Refine, type Static, String as StringType } from 'typebox';
import { choice, maximum, optionalText, rule, secret, text } from '../fields';
import { keysOf } from '../keys';
import { isEmail } from '../people';
import { longestPassword, shortestPassword } from './passwords';
import { usernameProblem, withoutUnseenEnds } from './usernames';

export const roleLabels = { admin: 'Administrator', sachbearbeiter: 'Sachbearbeiter' };
export type Role = keyof typeof roleLabels;

export type User = {
  id: string;
  username: string;
  email: string | null;
  role: Role;
  createdAt: string;
  secondFactor: boolean;
};

export type SignedInUser = User & {
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

const passwordFields = (minimum: number) => ({
  currentPassword: secret('Current password is required', longestPassword),
  newPassword: newPassword('New password must be at least 6 characters long', minimum),
});

export const passwordChange = (minimum: number) => ObjectType(passwordFields(minimum));

/** Schema of the form, which has the new password twice; if they differ, the form shows `passwordsDiffer`. */
export const passwordForm = (minimum: number) =>
  ObjectType({
    ...passwordFields(minimum),
    confirmPassword: secret('Please confirm your new password', longestPassword),
  });
export type PasswordForm = Static<ReturnType<typeof passwordForm>>;
export const passwordsDiffer = "Passwords don't match";
/** For staff who must replace a password that an administrator knows. */
export const passwordKept = 'New password must be different from the current one';

function newPassword(message: string, minimum: number) {
  const sentence = message.replace(String(shortestPassword), String(minimum));
  const isLong = (value: string) => value.normalize('NFC').length >= minimum;
  return rule(secret(sentence, longestPassword), isLong, sentence);
}

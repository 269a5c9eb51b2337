/** Staff: roles, their labels, and the login form (spec 3, 5 and 6). */
import { Object as ObjectType, type Static } from 'typebox';
import { secret, text } from './fields';

export const roles = ['admin', 'sachbearbeiter'] as const;
export type Role = (typeof roles)[number];
export const roleLabels: Record<Role, string> = { admin: 'Administrator', sachbearbeiter: 'Sachbearbeiter' };

/** Longest password the hash is asked for: its cost must not grow with what a stranger sends. */
export const longestPassword = 200;

/** Schema of the login. */
export const login = ObjectType({
  username: text('Benutzername ist erforderlich'),
  password: secret('Passwort ist erforderlich', longestPassword),
});
export type Login = Static<typeof login>;

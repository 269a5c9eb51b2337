import { Object as ObjectType } from 'typebox';
import { maximum, secret, text } from '../fields';
import { longestPassword } from './passwords';

export const secondFactorTitle = 'Zwei-Faktor-Anmeldung';

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

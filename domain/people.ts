/** Names, e-mail addresses and phone numbers: rules and fields that contact person and policyholder share. */
import { Object as ObjectType } from 'typebox';
import type { Field } from './facts';
import { choice, maximum, rule, text } from './fields';
import { keysOf } from './keys';

export const salutationLabels = { mr: 'Herr', mrs: 'Frau', diverse: 'Divers' };
export type Salutation = keyof typeof salutationLabels;

const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const address = new RegExp(
  `^[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(?:${label}\\.)+(?:xn--[a-z0-9-]{2,59}|\\p{L}{2,63})$`,
  'u',
);

/** True for exactly one address in the plain form `local@domain.tld`, without a quoted local part. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && value.indexOf('@') <= 64 && address.test(value.normalize());
}

/** `j…@example.org` for `jo@example.org`. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  // a letter outside the Basic Multilingual Plane is two code units
  const [first = ''] = local;
  return `${first}…@${domain}`;
}

const emailMessage = 'Bitte geben Sie eine gültige E-Mail-Adresse ein';

export const emailRule = rule(text(emailMessage, maximum.email), isEmail, emailMessage);

export const addressRequest = ObjectType({ email: emailRule });
/** Any text: phone numbers are written in too many ways to check them. */
export const phoneRule = text('Bitte geben Sie Ihre Telefonnummer ein', maximum.short);

export const nameRules = {
  salutation: choice(keysOf(salutationLabels), 'Bitte wählen Sie eine Anrede'),
  firstName: text('Bitte geben Sie Ihren Vornamen ein'),
  lastName: text('Bitte geben Sie Ihren Nachnamen ein'),
} as const;

export const nameFields = {
  salutation: {
    label: 'Anrede',
    readLabel: 'Name',
    options: salutationLabels,
    // no form of address: the name alone
    readOptions: { diverse: '' },
    placeholder: 'Bitte wählen',
    autoComplete: 'honorific-prefix',
  },
  firstName: { label: 'Vorname', joined: true, autoComplete: 'given-name' },
  lastName: { label: 'Nachname', joined: true, autoComplete: 'family-name' },
} satisfies Record<string, Field>;

export const reachFields = {
  email: { label: 'E-Mail', kind: 'email', autoComplete: 'email' },
  phone: { label: 'Telefon', kind: 'phone', autoComplete: 'tel' },
} satisfies Record<string, Field>;

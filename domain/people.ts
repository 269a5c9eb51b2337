/** What contact person and policyholder have in common: fields, messages, labels. */

import { isEmail } from './email-address';
import { choice, maximum, rule, text } from './fields';

export const salutations = ['mr', 'mrs', 'diverse'] as const;
export type Salutation = (typeof salutations)[number];
export const salutationLabels: Record<Salutation, string> = { mr: 'Herr', mrs: 'Frau', diverse: 'Divers' };

const emailMessage = 'Bitte geben Sie eine gültige E-Mail-Adresse ein';

/** A valid e-mail address of at most 254 characters. */
export const emailField = rule(text(emailMessage, maximum.email), isEmail, emailMessage);
/** A phone number as the visitor writes it. */
export const phoneField = text('Bitte geben Sie Ihre Telefonnummer ein', maximum.short);

/** Name and ways to reach a person, shared by the contact and policyholder steps. */
export const personFields = {
  salutation: choice(salutations, 'Bitte wählen Sie eine Anrede'),
  firstName: text('Bitte geben Sie Ihren Vornamen ein'),
  lastName: text('Bitte geben Sie Ihren Nachnamen ein'),
} as const;

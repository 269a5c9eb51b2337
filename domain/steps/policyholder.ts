/** Data set of step 4: the person who takes out the insurance (docs/product.md, "Field rules"). */
import { Object as ObjectType, type Static } from 'typebox';
import { calendarAge } from '../dates';
import type { Fields } from '../facts';
import { day, maximum, rule, text } from '../fields';
import { emailRule, nameFields, nameRules, phoneRule, reachFields } from '../people';
import type { ContactData } from './contact';

export const minimumAge = 18;
export const earliestBirth = '1900-01-01';

export function policyholderInfo(today: string) {
  const adult = rule(
    day('Bitte wählen Sie ein Datum'),
    (value) => calendarAge(value, today) >= minimumAge,
    'Der Versicherungsnehmer muss mindestens 18 Jahre alt sein',
  );
  const postalCode = 'Bitte geben Sie eine gültige Postleitzahl ein';
  return ObjectType({
    ...nameRules,
    birthDate: rule(adult, (value) => value >= earliestBirth, 'Bitte prüfen Sie das Geburtsdatum'),
    street: text('Bitte geben Sie Ihre Straße ein', maximum.street),
    houseNumber: text('Bitte geben Sie Ihre Hausnummer ein', maximum.code),
    zipCode: rule(text(postalCode, maximum.code), (value) => value.length >= 5, postalCode),
    city: text('Bitte geben Sie Ihren Wohnort ein'),
    email: emailRule,
    phone: phoneRule,
  });
}

export type PolicyholderInfo = Static<ReturnType<typeof policyholderInfo>>;

export const policyholderFields = {
  ...nameFields,
  birthDate: { label: 'Geburtsdatum', kind: 'date', autoComplete: 'bday' },
  street: { label: 'Straße', readLabel: 'Straße und Hausnummer', autoComplete: 'address-line1' },
  houseNumber: { label: 'Hausnummer', joined: true },
  zipCode: { label: 'PLZ', readLabel: 'PLZ und Ort', kind: 'digits', autoComplete: 'postal-code' },
  city: { label: 'Ort', joined: true, autoComplete: 'address-level2' },
  ...reachFields,
} satisfies Fields<PolicyholderInfo>;

export function prefillFromContact(contact: ContactData | null): Partial<PolicyholderInfo> {
  if (!contact) return {};
  const { salutation, firstName, lastName, email, phone } = contact;
  return { salutation, firstName, lastName, email, phone };
}

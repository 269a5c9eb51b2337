/** Data set of step 2: how to reach the applicant (docs/product.md, "Field rules"). */
import { Object as ObjectType, type Static } from 'typebox';
import type { Fields } from '../facts';
import { consent, optionalConsent } from '../fields';
import { consents, reminderConsent } from '../law/wordings';
import { emailRule, nameFields, nameRules, phoneRule, reachFields } from '../people';

export function contactData() {
  return ObjectType({
    ...nameRules,
    email: emailRule,
    phone: phoneRule,
    dataProcessingConsent: consent('Sie müssen der Datenverarbeitung zustimmen'),
    reminderConsent: optionalConsent(),
  });
}

export type ContactData = Static<ReturnType<typeof contactData>>;

export const contactFields = {
  ...nameFields,
  ...reachFields,
  dataProcessingConsent: { label: 'Datenverarbeitung', sentence: consents.dataProcessing },
  reminderConsent: { label: 'Erinnerungen', sentence: reminderConsent },
} satisfies Fields<ContactData>;

/** A browser that has come by a link of somebody else wants to save another address. */
export const foreignAddress = 'Diese E-Mail-Adresse gehört nicht zu diesem Antrag';

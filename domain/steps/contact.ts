/** Data set of step 2: how to reach the applicant (spec 3 and 5, "Contact step"). */
import { Object as ObjectType, type Static } from 'typebox';
import { consent } from '../fields';
import { emailField, personFields, phoneField } from '../people';

/** Schema of the contact data. */
export const contactData = ObjectType({
  ...personFields,
  email: emailField,
  phone: phoneField,
  dataProcessingConsent: consent('Sie müssen der Datenverarbeitung zustimmen'),
});

export type ContactData = Static<typeof contactData>;

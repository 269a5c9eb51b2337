import { Object as ObjectType, type Static } from 'typebox';
import { consent, maximum, optionalText, text } from '../fields';
import type { Reply } from '../lists';
import { emailRule, phoneRule } from '../people';

export const callbackRequest = ObjectType({
  name: text('Bitte geben Sie Ihren Namen ein'),
  phone: phoneRule,
  email: emailRule,
  preferredTime: optionalText(maximum.text),
  dataProcessingConsent: consent('Sie müssen der Datenverarbeitung zustimmen'),
});
export type CallbackRequest = Static<typeof callbackRequest>;

export type CallbackEntries = Record<'name' | 'phone' | 'email' | 'preferredTime', string>;

export type Callback = {
  id: string;
  name: string;
  phone: string;
  email: string | null;
  preferredTime: string | null;
  message: string | null;
  source: string;
  processed: boolean;
  noCalls: boolean;
  createdAt: string;
  reply: Reply | null;
};

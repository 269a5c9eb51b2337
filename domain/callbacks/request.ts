import { Object as ObjectType, type Static } from 'typebox';
import { consent, maximum, optionalText, text, withoutInvisible } from '../fields';
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

export const defaultSource = 'website';
const longestSource = 100;

/** One line, without invisible characters. Markup stays text and is escaped where it is shown. Null if nothing is left. */
export function sourceOf(given: string | null): string | null {
  const line = withoutInvisible((given ?? '').toWellFormed())
    .replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return cut(line, longestSource).trimEnd() || null;
}

export function withSource(path: string, source: string | null): string {
  return source ? `${path}?source=${encodeURIComponent(source)}` : path;
}

/** The beginning of a text, without half a surrogate pair at its end. */
function cut(value: string, length: number): string {
  const start = value.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

export type Callback = {
  id: string;
  name: string;
  phone: string;
  email: string | null;
  preferredTime: string | null;
  message: string | null;
  source: string;
  processed: boolean;
  createdAt: string;
};

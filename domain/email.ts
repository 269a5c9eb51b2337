/** E-mail addresses, and the kinds of mail the product sends. */

const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const address = new RegExp(
  `^[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(?:${label}\\.)+(?:xn--[a-z0-9-]{2,59}|\\p{L}{2,63})$`,
  'u',
);

/** True for exactly one address in the plain form `local@domain.tld`; quoted local parts are not taken. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && value.indexOf('@') <= 64 && address.test(value);
}

export const emailTypes = [
  'completion',
  'reminder_first',
  'reminder_second',
  'callback_confirmation',
  'callback_notification',
  'internal_completion',
] as const;
export type EmailType = (typeof emailTypes)[number];

/** Labels of the mail log (spec 3, "Email types"). */
export const emailTypeLabels: Record<EmailType, string> = {
  completion: 'Abschluss',
  reminder_first: '1. Erinnerung',
  reminder_second: '2. Erinnerung',
  callback_confirmation: 'Rückruf Bestätigung',
  callback_notification: 'Rückruf Benachrichtigung',
  internal_completion: 'Interne Benachrichtigung',
};

/** The kinds of mail that the product sends. */

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

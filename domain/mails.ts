/** The kinds of mail that the product sends, in the order in which the mail log offers them. */

/** An event that mails tell of. */
export type MailCause = 'application_completed' | 'callback_requested';

type MailKind = {
  /** Name in the mail log. */
  label: string;
  to: 'visitor' | 'staff';
  /** The event that queues it; null for a reminder, which is queued by a job or by staff. */
  cause: MailCause | null;
  /** Anyone can cause it by typing an address into a public form, so it counts towards the limit for that address. */
  capped: boolean;
};

export const mailKinds = {
  completion: { label: 'Abschluss', to: 'visitor', cause: 'application_completed', capped: true },
  reminder_first: { label: '1. Erinnerung', to: 'visitor', cause: null, capped: false },
  reminder_second: { label: '2. Erinnerung', to: 'visitor', cause: null, capped: false },
  callback_confirmation: {
    label: 'Rückruf Bestätigung',
    to: 'visitor',
    cause: 'callback_requested',
    capped: true,
  },
  callback_notification: {
    label: 'Rückruf Benachrichtigung',
    to: 'staff',
    cause: 'callback_requested',
    capped: false,
  },
  internal_completion: {
    label: 'Interne Benachrichtigung',
    to: 'staff',
    cause: 'application_completed',
    capped: false,
  },
} as const satisfies Record<string, MailKind>;

export type EmailType = keyof typeof mailKinds;
export const emailTypes = Object.keys(mailKinds) as EmailType[];

/** Both reminders, by the name that staff and jobs give them. */
export const reminderMails = { first: 'reminder_first', second: 'reminder_second' } as const;

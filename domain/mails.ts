/** The kinds of mail that the product sends, in the order in which the mail log offers them. */

export type MailCause = 'application_completed' | 'callback_requested' | 'advice_recorded';

type MailKind = {
  /** Name in the mail log. */
  label: string;
  to: 'visitor' | 'staff';
  /** The event that queues it; null for a reminder, which is queued by a job or by staff. */
  cause: MailCause | null;
  /** Anyone can cause it by entering an address in a public form, so it counts towards the limit of that address. */
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
  advice_record: { label: 'Beratungsdokumentation', to: 'visitor', cause: 'advice_recorded', capped: false },
} as const satisfies Record<string, MailKind>;

export type EmailType = keyof typeof mailKinds;
export const emailTypes = Object.keys(mailKinds) as EmailType[];

/** The mail kind of each reminder type. */
export const reminderMails = { first: 'reminder_first', second: 'reminder_second' } as const;

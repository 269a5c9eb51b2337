import type { MessageStatus } from '../cases/statuses';
import { keysOf } from '../keys';

export type MailCause =
  | 'application_completed'
  /** The policyholder of a completed application has another address than its contact. */
  | 'confirmation_asked'
  | 'callback_requested'
  | 'advice_recorded'
  | 'withdrawal_received'
  /** A withdrawal fits an application by its number, or may fit it by name or address. */
  | 'withdrawal_matched'
  /** An application has an address and a tariff, and its wizard asks for the documents. */
  | 'documents_offered'
  | `case_${MessageStatus}`
  | 'case_answered'
  | 'link_requested'
  | 'part_erased'
  /** A browser that an open application does not belong to is about to replace its contact's address. */
  | 'contact_replaced'
  | `reminder_${'first' | 'second'}`
  /** Staff have prepared an application on the telephone, or invite to it again. */
  | 'application_prepared'
  | 'offer_requested'
  /** An offer ends in three days, and its person wants to know. */
  | 'offer_ending'
  | 'privacy_link_requested'
  | 'alert_raised';

/**
 * Of each group in 24 hours: what anyone can cause for an address by entering it in a public form. `followUps`: mails
 * of all groups about applications that were begun from another one of the same address.
 */
export const mailCaps = {
  forms: 3,
  offers: 3,
  documents: 3,
  withdrawalReceipts: 5,
  withdrawalNotices: 3,
  privacyLinks: 3,
  erasureNotices: 3,
  addressNotices: 3,
  confirmations: 3,
  followUps: 20,
} as const;
/** How many mails of all these groups together, but receipts, one address gets in 24 hours. */
export const mostMailsADay = 25;
export type MailCap = keyof typeof mailCaps;

type MailKind = {
  label: string;
  to: 'visitor' | 'staff';
  cause: MailCause;
  cap: MailCap | null;
};

export const mailKinds = {
  completion: { label: 'Abschluss', to: 'visitor', cause: 'application_completed', cap: 'forms' },
  reminder_first: { label: '1. Erinnerung', to: 'visitor', cause: 'reminder_first', cap: null },
  reminder_second: { label: '2. Erinnerung', to: 'visitor', cause: 'reminder_second', cap: null },
  callback_confirmation: {
    label: 'Rückruf Bestätigung',
    to: 'visitor',
    cause: 'callback_requested',
    cap: 'forms',
  },
  callback_notification: {
    label: 'Rückruf Benachrichtigung',
    to: 'staff',
    cause: 'callback_requested',
    cap: null,
  },
  internal_completion: {
    label: 'Interne Benachrichtigung',
    to: 'staff',
    cause: 'application_completed',
    cap: null,
  },
  documents: { label: 'Unterlagen', to: 'visitor', cause: 'documents_offered', cap: 'documents' },
  withdrawal_receipt: {
    label: 'Widerruf Bestätigung',
    to: 'visitor',
    cause: 'withdrawal_received',
    cap: 'withdrawalReceipts',
  },
  withdrawal_notification: {
    label: 'Widerruf Benachrichtigung',
    to: 'staff',
    cause: 'withdrawal_received',
    cap: null,
  },
  withdrawal_notice: {
    label: 'Widerruf Hinweis',
    to: 'visitor',
    cause: 'withdrawal_matched',
    cap: 'withdrawalNotices',
  },
  advice_record: { label: 'Beratungsdokumentation', to: 'visitor', cause: 'advice_recorded', cap: null },
  case_inquiry: { label: 'Rückfrage', to: 'visitor', cause: 'case_inquiry', cap: null },
  case_transmitted: { label: 'Weiterleitung', to: 'visitor', cause: 'case_transmitted', cap: null },
  case_issued: { label: 'Policierung', to: 'visitor', cause: 'case_issued', cap: null },
  case_declined: { label: 'Ablehnung', to: 'visitor', cause: 'case_declined', cap: null },
  case_reply: { label: 'Antwort auf Rückfrage', to: 'staff', cause: 'case_answered', cap: null },
  access_link: { label: 'Zugangslink', to: 'visitor', cause: 'link_requested', cap: 'forms' },
  privacy_link: {
    label: 'Datenauskunft Link',
    to: 'visitor',
    cause: 'privacy_link_requested',
    cap: 'privacyLinks',
  },
  security_alert: { label: 'Sicherheitshinweis', to: 'staff', cause: 'alert_raised', cap: null },
  erasure_notice: {
    label: 'Hinweis zur Löschung',
    to: 'visitor',
    cause: 'part_erased',
    cap: 'erasureNotices',
  },
  address_replaced: {
    label: 'Hinweis zur Adresse',
    to: 'visitor',
    cause: 'contact_replaced',
    cap: 'addressNotices',
  },
  policyholder_confirmation: {
    label: 'Bestätigung Versicherungsnehmer',
    to: 'visitor',
    cause: 'confirmation_asked',
    cap: 'confirmations',
  },
  application_invitation: {
    label: 'Antragseinladung',
    to: 'visitor',
    cause: 'application_prepared',
    cap: null,
  },
  offer: { label: 'Angebot', to: 'visitor', cause: 'offer_requested', cap: 'offers' },
  offer_reminder: { label: 'Angebot Erinnerung', to: 'visitor', cause: 'offer_ending', cap: null },
} as const satisfies Record<string, MailKind>;

export type EmailType = keyof typeof mailKinds;
export const emailTypes = keysOf(mailKinds);

export const caseMails = {
  inquiry: 'case_inquiry',
  transmitted: 'case_transmitted',
  issued: 'case_issued',
  declined: 'case_declined',
} as const satisfies Record<MessageStatus, EmailType>;

export const sentByStaff: readonly EmailType[] = [
  'advice_record',
  'application_invitation',
  ...Object.values(caseMails),
];

/** Nobody asks for these at this moment: where a mail came back, they are not sent. */
export const automaticMails: readonly EmailType[] = [
  'completion',
  'documents',
  'reminder_first',
  'reminder_second',
  'callback_confirmation',
  'withdrawal_notice',
  'erasure_notice',
  'address_replaced',
  'policyholder_confirmation',
  'offer_reminder',
];
export const stoppedSentence = 'Nicht gesendet: Eine E-Mail an diese Adresse kam zurück.';

export const visitorMails: readonly EmailType[] = emailTypes.filter(
  (type) => mailKinds[type].to === 'visitor' && !sentByStaff.includes(type),
);

/**
 * How many mailboxes that are new to us one client network reaches in an hour by these mails: `ofNetworkAtTotal` while
 * all together have reached the total, and none beyond so many `totals`.
 */
export const newMailboxes = { ofNetwork: 60, ofNetworkAtTotal: 3, totals: 4 } as const;

/** How many reminders one mailbox gets in so many days, whatever applications they are about. */
export const reminderCap = { mails: 2, days: 7 } as const;

export const reminderMails = { first: 'reminder_first', second: 'reminder_second' } as const;

/** What a stop link stops, and what `reminderCap` counts. */
export const allReminders: EmailType[] = [...Object.values(reminderMails), 'offer_reminder'];

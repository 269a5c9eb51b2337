import type { MessageStatus } from '../cases/statuses';
import { keysOf } from '../keys';

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

/** `by`: at whose wish it goes to a visitor at this moment; null: at nobody's, or it goes to staff. */
const kind =
  (to: 'visitor' | 'staff', by: 'visitor' | 'staff' | null) =>
  <Cause extends string>(label: string, cause: Cause, cap: MailCap | null = null) => ({
    label,
    to,
    by,
    cause,
    cap,
  });
const automatic = kind('visitor', null);
const asked = kind('visitor', 'visitor');
const byStaff = kind('visitor', 'staff');
const toStaff = kind('staff', null);

export const mailKinds = {
  completion: automatic('Abschluss', 'application_completed', 'forms'),
  reminder_first: automatic('1. Erinnerung', 'reminder_first'),
  reminder_second: automatic('2. Erinnerung', 'reminder_second'),
  callback_confirmation: automatic('Rückruf Bestätigung', 'callback_requested', 'forms'),
  callback_notification: toStaff('Rückruf Benachrichtigung', 'callback_requested'),
  internal_completion: toStaff('Interne Benachrichtigung', 'application_completed'),
  // an application has an address and a tariff, and its wizard asks for the documents
  documents: automatic('Unterlagen', 'documents_offered', 'documents'),
  withdrawal_receipt: asked('Widerruf Bestätigung', 'withdrawal_received', 'withdrawalReceipts'),
  withdrawal_notification: toStaff('Widerruf Benachrichtigung', 'withdrawal_received'),
  // a withdrawal fits an application by its number, or may fit it by name or address
  withdrawal_notice: automatic('Widerruf Hinweis', 'withdrawal_matched', 'withdrawalNotices'),
  advice_record: byStaff('Beratungsdokumentation', 'advice_recorded'),
  case_inquiry: byStaff('Rückfrage', 'case_inquiry'),
  case_transmitted: byStaff('Weiterleitung', 'case_transmitted'),
  case_issued: byStaff('Policierung', 'case_issued'),
  case_declined: byStaff('Ablehnung', 'case_declined'),
  case_reply: toStaff('Antwort auf Rückfrage', 'case_answered'),
  access_link: asked('Zugangslink', 'link_requested', 'forms'),
  privacy_link: asked('Datenauskunft Link', 'privacy_link_requested', 'privacyLinks'),
  security_alert: toStaff('Sicherheitshinweis', 'alert_raised'),
  erasure_notice: automatic('Hinweis zur Löschung', 'part_erased', 'erasureNotices'),
  // a browser that an open application does not belong to is about to replace its contact's address
  address_replaced: automatic('Hinweis zur Adresse', 'contact_replaced', 'addressNotices'),
  // the policyholder of a completed application has another address than its contact
  policyholder_confirmation: automatic(
    'Bestätigung Versicherungsnehmer',
    'confirmation_asked',
    'confirmations',
  ),
  // staff have prepared an application on the telephone, or invite to it again
  application_invitation: byStaff('Antragseinladung', 'application_prepared'),
  offer: asked('Angebot', 'offer_requested', 'offers'),
  // an offer ends in three days, and its person wants to know
  offer_reminder: automatic('Angebot Erinnerung', 'offer_ending'),
  // to each account that wants it
  digest: toStaff('Ihr Tag', 'day_begun'),
};

export type EmailType = keyof typeof mailKinds;
export const emailTypes = keysOf(mailKinds);
export type MailCause = (typeof mailKinds)[EmailType]['cause'];

const visitorsBy = (wish: 'visitor' | 'staff' | null) =>
  emailTypes.filter((type) => mailKinds[type].to === 'visitor' && mailKinds[type].by === wish);

export const caseMails = {
  inquiry: 'case_inquiry',
  transmitted: 'case_transmitted',
  issued: 'case_issued',
  declined: 'case_declined',
} as const satisfies Record<MessageStatus, EmailType>;

export const sentByStaff = visitorsBy('staff');
/** Where a mail came back, they are not sent. */
export const automaticMails = visitorsBy(null);
export const visitorMails = [...automaticMails, ...visitorsBy('visitor')];
export const stoppedSentence = 'Nicht gesendet: Eine E-Mail an diese Adresse kam zurück.';

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

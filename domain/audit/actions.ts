import type { Actor } from '../accounts/actors';
import { keysOf } from '../keys';
import { minuteMs } from '../time';

const readings = {
  details_opened: 'Antrag geöffnet',
  pdf_opened: 'PDF geöffnet',
  evidence_opened: 'Nachweise geöffnet',
  evidence_searched: 'Nachweise gesucht',
  disclosure_opened: 'Auskunft geöffnet',
  handover_opened: 'Übergabedatei geöffnet',
};
export type ReadingAction = keyof typeof readings;
export const readingActions = keysOf(readings);

/** `code_asked`: the code alone was missing in a browser that has never signed in as this user. */
const refusals = {
  sign_in_refused: 'Anmeldung abgelehnt',
  code_asked: 'Richtiges Passwort ohne Code',
  forbidden: 'Zugriff verweigert',
  too_many: 'Zu viele Anfragen',
};
export type RefusalKind = keyof typeof refusals;
export const refusalKinds = keysOf(refusals);

const actions = {
  application_deleted: 'Antrag gelöscht',
  completed_application_deleted: 'Abgeschlossener Antrag gelöscht',
  contact_erased: 'Kontakt eines offenen Antrags gelöscht',
  policyholder_erased: 'Versicherungsnehmer eines offenen Antrags gelöscht',
  drafts_deleted: 'Entwürfe gelöscht',
  site_state_changed: 'Zustand der Website geändert',
  links_ended: 'Links ungültig gemacht',
  callback_processed: 'Rückruf als bearbeitet markiert',
  callback_called: 'Anruf protokolliert',
  callback_deleted: 'Rückruf gelöscht',
  preparation_created: 'Antrag vorbereitet',
  preparation_invited: 'Einladung erneut gesendet',
  preparation_deleted: 'Vorbereiteter Antrag gelöscht',
  offer_created: 'Angebot gesendet',
  offer_deleted: 'Angebot gelöscht',
  reminder_requested: 'Erinnerung gesendet',
  advice_recorded: 'Beratung dokumentiert',
  confirmation_requested: 'Bestätigung erneut angefragt',
  mail_resent: 'E-Mail erneut gesendet',
  withdrawal_assigned: 'Widerruf zugeordnet',
  withdrawal_closed: 'Widerruf abgeschlossen',
  case_changed: 'Vorgang geändert',
  case_note_added: 'Notiz hinzugefügt',
  case_note_removed: 'Notiz entfernt',
  handover_created: 'Übergabedatei erstellt',
  handover_confirmed: 'Übergabe bestätigt',
  return_uploaded: 'Rückmeldung hochgeladen',
  return_matched: 'Rückmeldung zugeordnet',
  return_applied: 'Rückmeldung übernommen',
  tariffs_drafted: 'Tarifentwurf angelegt',
  tariffs_changed: 'Tarifentwurf geändert',
  tariffs_deleted: 'Tarifentwurf gelöscht',
  tariffs_released: 'Tarife freigegeben',
  tariffs_taken_back: 'Freigabe der Tarife zurückgenommen',
  user_created: 'Benutzer erstellt',
  user_changed: 'Benutzer geändert',
  user_deleted: 'Benutzer gelöscht',
  password_changed: 'Passwort geändert',
  sessions_ended: 'Sitzungen beendet',
  database_restored: 'Datenbank wiederhergestellt',
  signed_in: 'Angemeldet',
  signed_out: 'Abgemeldet',
  session_ended: 'Sitzung beendet',
  second_factor_set: 'Zwei-Faktor-Anmeldung eingerichtet',
  second_factor_ended: 'Zwei-Faktor-Anmeldung beendet',
  recovery_code_used: 'Wiederherstellungscode benutzt',
  ...readings,
  ...refusals,
  many_opened: 'Auffällig viele Anträge geöffnet',
  many_deleted: 'Auffällig viele Anträge gelöscht',
  // not recorded any more
  many_listed: 'Auffällig viele Personen in Listen',
  persons_listed: 'Personen in Listen gesehen',
  many_first_contacts: 'Auffällig viele E-Mails an neue Adressen',
};
export type AuditAction = keyof typeof actions;
export const auditActions = keysOf(actions);

const labels = new Map<string, string>(Object.entries(actions));

export function auditLabel(action: string): string {
  return labels.get(action) ?? action;
}

const linked: readonly string[] = [
  'links_ended',
  'reminder_requested',
  'advice_recorded',
  'confirmation_requested',
  ...readingActions.filter((action) => action !== 'evidence_searched'),
];

/** Of persons: its subject is how many, because a row for each could fill the log. */
export const draftsDeleted: AuditAction = 'drafts_deleted';

/** True if the row is about an application that was there at that time. Other subjects have no page of their own. */
export function isAboutApplication(action: string): boolean {
  return linked.includes(action);
}

export type AuditEntry = {
  id: number;
  at: string;
  /** Of an account a UUID; of the product itself and of visitors another text, or none. */
  userId: string;
  /** Empty: somebody who was not signed in. */
  username: string;
  /** One of `auditActions`, or a name that another version of the product wrote. */
  action: string;
  /** Of a refused sign-in the name as an HMAC; of an alert and of deleted drafts a number. */
  subjectId: string;
};

/** `firstBroken` is a row's id; null also if the key of the chain does not open, so that nothing can be checked. */
export type AuditChain = { whole: boolean; firstBroken: number | null };

export type AuditPage = { entries: AuditEntry[]; total: number; totalPages: number; chain: AuditChain };

/** `address` and the name in `subject` are HMACs. */
export type Refused = {
  kind: RefusalKind;
  at: number;
  address: string;
  /** The name of a sign-in, or method and pattern of the call. */
  subject: string;
  user: Actor | null;
  isAboutAccount: boolean;
};

/** Rows of one kind in one minute, of all addresses and instances together. */
const mostRefusals = 100;
/** As many more only for rows about accounts, so that noise of strangers hides no guess and no member of staff. */
const mostWithAccounts = 2 * mostRefusals;
/** Rows of one kind in one minute of one account, or of one address without an account. */
const mostOfOne = 20;

export function minuteOf(at: number): number {
  return at - (at % minuteMs);
}

export type Known = Pick<Refused, 'kind' | 'address' | 'subject'> & { userId: string };

/** One for each kind, address and account, and for each call that somebody has no right to. */
export function refusalsOfMinute(known: readonly Known[] = []): (refused: Refused) => boolean {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const add = ({ kind, address, subject, userId }: Known) => {
    seen.add(keyOf({ kind, address, subject, userId }));
    for (const key of [kind, `${kind} ${userId || address}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const one of known) add(one);
  return ({ kind, address, subject, user, isAboutAccount }) => {
    const one = { kind, address, subject, userId: user?.id ?? '' };
    const room = user || isAboutAccount ? mostWithAccounts : mostRefusals;
    if (seen.has(keyOf(one)) || (counts.get(kind) ?? 0) >= room) return false;
    if ((counts.get(`${kind} ${one.userId || address}`) ?? 0) >= mostOfOne) return false;
    add(one);
    return true;
  };
}

function keyOf({ kind, address, subject, userId }: Known): string {
  return [kind, address, userId, kind === 'forbidden' ? subject : ''].join(' ');
}

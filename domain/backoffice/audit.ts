/** The audit log: the staff actions that change or delete something, and their labels. */

export const auditActions = [
  'application_deleted',
  'callback_processed',
  'callback_called',
  'callback_deleted',
  'reminder_requested',
  'advice_recorded',
  'mail_resent',
  'withdrawal_assigned',
  'withdrawal_closed',
  'case_changed',
  'case_note_added',
  'case_note_removed',
  'handover_created',
  'handover_confirmed',
  'tariffs_drafted',
  'tariffs_changed',
  'tariffs_deleted',
  'tariffs_released',
  'tariffs_taken_back',
  'user_created',
  'user_deleted',
  'password_changed',
  'sessions_ended',
  'signed_in',
  'signed_out',
  'session_ended',
  'second_factor_set',
  'second_factor_ended',
  'recovery_code_used',
] as const;
export type AuditAction = (typeof auditActions)[number];

const words: Record<AuditAction, string> = {
  application_deleted: 'Antrag gelöscht',
  callback_processed: 'Rückruf als bearbeitet markiert',
  callback_called: 'Anruf protokolliert',
  callback_deleted: 'Rückruf gelöscht',
  reminder_requested: 'Erinnerung gesendet',
  advice_recorded: 'Beratung dokumentiert',
  mail_resent: 'E-Mail erneut gesendet',
  withdrawal_assigned: 'Widerruf zugeordnet',
  withdrawal_closed: 'Widerruf abgeschlossen',
  case_changed: 'Vorgang geändert',
  case_note_added: 'Notiz hinzugefügt',
  case_note_removed: 'Notiz entfernt',
  handover_created: 'Übergabedatei erstellt',
  handover_confirmed: 'Übergabe bestätigt',
  tariffs_drafted: 'Tarifentwurf angelegt',
  tariffs_changed: 'Tarifentwurf geändert',
  tariffs_deleted: 'Tarifentwurf gelöscht',
  tariffs_released: 'Tarife freigegeben',
  tariffs_taken_back: 'Freigabe der Tarife zurückgenommen',
  user_created: 'Benutzer erstellt',
  user_deleted: 'Benutzer gelöscht',
  password_changed: 'Passwort geändert',
  sessions_ended: 'Sitzungen beendet',
  signed_in: 'Angemeldet',
  signed_out: 'Abgemeldet',
  session_ended: 'Sitzung beendet',
  second_factor_set: 'Zwei-Faktor-Anmeldung eingerichtet',
  second_factor_ended: 'Zwei-Faktor-Anmeldung beendet',
  recovery_code_used: 'Wiederherstellungscode benutzt',
};
const labels = new Map<string, string>(Object.entries(words));

/** The action in German, or the stored name if this version does not know it. */
export function auditLabel(action: string): string {
  return labels.get(action) ?? action;
}

/** One row: member of staff, action, time (ISO 8601 UTC), and the id of what the action changed. */
export type AuditEntry = {
  id: number;
  at: string;
  username: string;
  /** One of `auditActions`, or a name that another version of the product wrote. */
  action: string;
  subjectId: string;
};

export type AuditPage = { entries: AuditEntry[]; total: number; totalPages: number };

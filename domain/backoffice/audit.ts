/** The audit log: what staff did that changed or deleted something, and how a reader is told (contract 5). */

export const auditActions = [
  'application_deleted',
  'callback_processed',
  'reminder_requested',
  'mail_resent',
  'user_created',
  'user_deleted',
  'password_changed',
  'sessions_ended',
] as const;
export type AuditAction = (typeof auditActions)[number];

const words: Record<AuditAction, string> = {
  application_deleted: 'Antrag gelöscht',
  callback_processed: 'Rückruf als bearbeitet markiert',
  reminder_requested: 'Erinnerung gesendet',
  mail_resent: 'E-Mail erneut gesendet',
  user_created: 'Benutzer erstellt',
  user_deleted: 'Benutzer gelöscht',
  password_changed: 'Passwort geändert',
  sessions_ended: 'Sitzungen beendet',
};
const labels = new Map<string, string>(Object.entries(words));

/** What was done, in German; the stored name itself where this version has no words for it. */
export function auditLabel(action: string): string {
  return labels.get(action) ?? action;
}

/** One row: who did what, when (ISO 8601 UTC), and the id of what it was done to. */
export type AuditEntry = {
  id: number;
  at: string;
  username: string;
  /** One of `auditActions`, or what another version of the product wrote. */
  action: string;
  subjectId: string;
};

export type AuditPage = { entries: AuditEntry[]; total: number; totalPages: number };

/** What the operator is told about an account: what it does so often that it is too often, and what it does to others. */

import { keysOf } from '../keys';
import { minuteMs } from '../time';
import type { AuditAction } from './actions';

/**
 * By the action of the row in the audit log that an alert is about: its subject is the number. More than `limit`
 * different ones within `spanMs` cause it; `verb` is said of an account, or of the product and what is counted.
 */
export const alertRules = {
  many_opened: {
    limit: 120,
    spanMs: 10 * minuteMs,
    title: 'Viele Anträge geöffnet',
    verb: 'verschiedene Anträge geöffnet',
    span: '10 Minuten',
  },
  many_deleted: {
    limit: 20,
    spanMs: 60 * minuteMs,
    title: 'Viele Anträge gelöscht',
    verb: 'abgeschlossene Anträge gelöscht',
    span: 'einer Stunde',
  },
  // raised when they reach a total (db/mails/claims.ts)
  many_first_contacts: {
    limit: 60,
    spanMs: 60 * minuteMs,
    title: 'Viele E-Mails an neue Adressen',
    verb: 'zum ersten Mal geschrieben',
    span: 'einer Stunde',
  },
} as const satisfies Partial<Record<AuditAction, object>>;

/** What an account did to another one. */
export const alertActs = {
  user_created: (account: string) => `das Konto ${account} erstellt`,
  user_deleted: (account: string) => `das Konto ${account} gelöscht`,
  sessions_ended: (account: string) => `alle Sitzungen des Kontos ${account} beendet`,
  second_factor_ended: (account: string) => `die Zwei-Faktor-Anmeldung des Kontos ${account} beendet`,
} as const satisfies Partial<Record<AuditAction, unknown>>;

export type CountKind = keyof typeof alertRules;
export type ActKind = keyof typeof alertActs;
export type AlertKind = CountKind | ActKind;
export const alertKinds = keysOf({ ...alertRules, ...alertActs });

export function isCounted(kind: AlertKind): kind is CountKind {
  return kind in alertRules;
}

/** What the subject of a row counts, `1 Person` or `48 Personen`; null: it is no number. */
export function countedIn(action: string, subject: string): string | null {
  const unit = units.get(action);
  return unit ? `${subject} ${subject === '1' ? unit.one : unit.many}` : null;
}

const applications = { one: 'Antrag', many: 'Anträge' };
const counted: Record<CountKind | 'persons_listed' | 'drafts_deleted', typeof applications> = {
  many_opened: applications,
  many_deleted: applications,
  many_first_contacts: { one: 'Adresse', many: 'Adressen' },
  persons_listed: { one: 'Person', many: 'Personen' },
  drafts_deleted: { one: 'Entwurf', many: 'Entwürfe' },
};
const units = new Map(Object.entries(counted));

/** Between two alerts of a kind about one account that a number causes. */
export const alertPauseMs = 60 * minuteMs;

/** Above so many openings by one account within `spanMs` further ones are refused. */
export const openingLimit = { limit: 600, spanMs: 10 * minuteMs } as const;

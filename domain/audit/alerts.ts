/** What the operator is told about an account: what it does so often that it is too often, and what it does to others. */

import { keysOf } from '../keys';
import { minuteMs } from '../time';
import { type AuditAction, draftsDeleted } from './actions';

type Unit = { one: string; many: string };

type CountRule = {
  /** More than so many different ones within `spanMs` cause the alert. */
  limit: number;
  spanMs: number;
  title: string;
  unit: Unit;
  /** Said of an account and a number, or of the product and what is counted. */
  verb: string;
  span: string;
};

type ActRule = {
  title: string;
  /** Said of the account that does it; `account` is the other one. */
  act: (account: string) => string;
};

/** By the action of the row in the audit log that an alert is about. Its subject is the number, or the other account. */
export const alertRules = {
  many_opened: {
    limit: 120,
    spanMs: 10 * minuteMs,
    title: 'Viele Anträge geöffnet',
    unit: { one: 'Antrag', many: 'Anträge' },
    verb: 'verschiedene Anträge geöffnet',
    span: '10 Minuten',
  },
  many_deleted: {
    limit: 20,
    spanMs: 60 * minuteMs,
    title: 'Viele Anträge gelöscht',
    unit: { one: 'Antrag', many: 'Anträge' },
    verb: 'abgeschlossene Anträge gelöscht',
    span: 'einer Stunde',
  },
  // raised when they reach a total (db/mails/claims.ts)
  many_first_contacts: {
    limit: 60,
    spanMs: 60 * minuteMs,
    title: 'Viele E-Mails an neue Adressen',
    unit: { one: 'Adresse', many: 'Adressen' },
    verb: 'zum ersten Mal geschrieben',
    span: 'einer Stunde',
  },
  user_created: {
    title: 'Benutzer erstellt',
    act: (account) => `das Konto ${account} erstellt`,
  },
  user_deleted: {
    title: 'Benutzer gelöscht',
    act: (account) => `das Konto ${account} gelöscht`,
  },
  sessions_ended: {
    title: 'Sitzungen beendet',
    act: (account) => `alle Sitzungen des Kontos ${account} beendet`,
  },
  second_factor_ended: {
    title: 'Zwei-Faktor-Anmeldung beendet',
    act: (account) => `die Zwei-Faktor-Anmeldung des Kontos ${account} beendet`,
  },
} as const satisfies Partial<Record<AuditAction, CountRule | ActRule>>;

type Rules = typeof alertRules;
export type AlertKind = keyof Rules;
export type CountKind = { [Kind in AlertKind]: Rules[Kind] extends CountRule ? Kind : never }[AlertKind];
export type ActKind = Exclude<AlertKind, CountKind>;
export const alertKinds = keysOf(alertRules);

export function isCounted(kind: AlertKind): kind is CountKind {
  return 'limit' in alertRules[kind];
}

/** What the subject of a row counts, `1 Person` or `48 Personen`; null: it is no number. */
export function countedIn(action: string, subject: string): string | null {
  const kind = alertKinds.find((one) => one === action);
  const unit = kind && isCounted(kind) ? alertRules[kind].unit : otherUnits.get(action);
  return unit ? `${subject} ${subject === '1' ? unit.one : unit.many}` : null;
}

const otherUnits: ReadonlyMap<string, Unit> = new Map([
  ['persons_listed', { one: 'Person', many: 'Personen' }],
  [draftsDeleted, { one: 'Entwurf', many: 'Entwürfe' }],
]);

/** Between two alerts of a kind about one account that a number causes. */
export const alertPauseMs = 60 * minuteMs;

/** Above so many openings by one account within `spanMs` further ones are refused. */
export const openingLimit = { limit: 600, spanMs: 10 * minuteMs } as const;

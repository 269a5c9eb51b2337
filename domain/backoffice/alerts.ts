/** What one account does so often that the operator is told, and how often is too often. */
import { keysOf } from '../keys';
import type { AuditAction } from './audit';

const minuteMs = 60_000;

type AlertRule = {
  /** More than so many different applications within `spanMs` cause the alert. */
  limit: number;
  spanMs: number;
  /** Said of an account and a number. */
  title: string;
  verb: string;
  span: string;
};

/** By the action of the row that an alert leaves in the audit log. */
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
} as const satisfies Partial<Record<AuditAction, AlertRule>>;

export type AlertKind = keyof typeof alertRules;
export const alertKinds = keysOf(alertRules);

/** Whether a row is an alert: its subject is then the number that was reached. */
export function isAlert(action: string): action is AlertKind {
  return Object.hasOwn(alertRules, action);
}

/** Between two alerts of a kind about one account. */
export const alertPauseMs = 60 * minuteMs;

/** Above so many openings by one account within `spanMs` further ones are refused. */
export const openingLimit = { limit: 600, spanMs: 10 * minuteMs } as const;

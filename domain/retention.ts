/** How long data is kept, in the words of the pages. */

import { berlinDay } from './dates';

/** `RETENTION_DAYS` unless it is set. */
export const usualRetentionDays = 90;

/** How long other data is kept; 0: for ever. Years begin with 1 January after the event. */
export type Periods = {
  completedYears: number;
  withdrawnYears: number;
  /** After the last activity. */
  callbackDays: number;
  /** Mails of no application. */
  mailDays: number;
  auditYears: number;
};

/** Unless the environment says something else: HGB § 257, AO § 147. */
export const usualPeriods: Periods = {
  completedYears: 10,
  withdrawnYears: 6,
  callbackDays: 180,
  mailDays: 365,
  auditYears: 3,
};

/** How long a browser keeps the cookie that marks it as an application's author. */
export const authorCookieDays = 90;

/** The last day on which an application is kept that does not change any more; null with 0 days: it is kept. */
export function lastDayOf(lastUpdated: string, days: number): string | null {
  return days === 0 ? null : berlinDay(new Date(Date.parse(lastUpdated) + days * 86_400_000));
}

/** The last day of a period of years that begins after 31 December of the year of `day`; null with 0: it has no end. */
export function endOfPeriod(day: string, years: number): string | null {
  return years === 0 ? null : `${Number(day.slice(0, 4)) + years}-12-31`;
}

const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 20 });

/** `1 Tag`, `1,5 Tage`, `90 Tage`. */
export function daysText(days: number): string {
  return `${number.format(days)} ${days === 1 ? 'Tag' : 'Tage'}`;
}

/** How long proofs (`domain/law/evidence.ts`) about a contract are kept. */
export const proofsSentence =
  'Welche Unterlagen wir übergeben haben und was erklärt wurde, halten wir zehn Jahre ab dem Ende des Jahres fest, ohne Namen und Anschrift.';

/** What happens to an application that stays open for `days` (`RETENTION_DAYS`); 0 means that it is kept. */
export function retentionSentence(days: number): string {
  if (days === 0) return 'Einen offenen Antrag bewahren wir auf, bis Sie uns bitten, ihn zu löschen.';
  return `Bleibt ein Antrag ${daysText(days)} lang unverändert, löschen wir ihn mit allen Angaben und E-Mails.`;
}

import { addDays, berlinDay, berlinMidnight } from '../dates';
import { keysOf } from '../keys';
import { dayMs } from '../time';

/** Unless the environment says something else: HGB § 257, AO § 147. 0 of any of them: for ever, or as the rule says. */
export const usualPeriods = {
  openDays: 90,
  /** Without contact data nobody can be reminded of one, or ask for its link. Never kept. */
  contactlessDays: 1,
  // years begin after 31 December of the event
  completedYears: 10,
  withdrawnYears: 6,
  /** Since staff closed a withdrawal as one of nobody. 0: no shorter than other withdrawals. */
  unmatchedDays: 90,
  callbackDays: 180,
  /** Of offers since their end; of prepared applications since the end of their link. */
  offerDays: 30,
  mailDays: 365,
  /** What the files of the insurer contain. Never changed. */
  returnDays: 30,
  auditYears: 3,
};
export type Periods = Record<keyof typeof usualPeriods, number>;

type Rule = {
  label: string;
  since: string;
  /** Null: each row has an end of its own (`domain/law/evidence.ts`). */
  period: keyof Periods | null;
  otherwise?: keyof Periods;
};

/** Every kind of data that is deleted by the clock. `db/retention.ts` knows its rows. */
export const retentionRules = {
  open_applications: { label: 'Offene Anträge', since: 'letzte Änderung', period: 'openDays' },
  contactless_applications: {
    label: 'Offene Anträge ohne Kontaktdaten',
    since: 'letzte Änderung',
    period: 'contactlessDays',
  },
  completed_applications: {
    label: 'Abgeschlossene Anträge',
    since: 'Ende des Jahres der Einreichung',
    period: 'completedYears',
  },
  withdrawn_applications: {
    label: 'Widerrufene Anträge',
    since: 'Ende des Jahres des Widerrufs',
    period: 'withdrawnYears',
  },
  withdrawals: {
    label: 'Widerrufserklärungen',
    since: 'Ende des Jahres des Eingangs, sobald abgeschlossen',
    period: 'withdrawnYears',
  },
  unmatched_withdrawals: {
    label: 'Nicht zuzuordnende Widerrufe',
    since: 'Abschluss als „Nicht zuzuordnen“',
    period: 'unmatchedDays',
    otherwise: 'withdrawnYears',
  },
  callbacks: {
    label: 'Rückrufwünsche',
    since: 'Eingang, letzter Anruf oder Erledigung',
    period: 'callbackDays',
  },
  preparations: {
    label: 'Vorbereitete Anträge ohne Kontaktdaten',
    since: 'Ende der Einladung',
    period: 'offerDays',
  },
  offers: { label: 'Angebote', since: 'Ende der Gültigkeit', period: 'offerDays' },
  mails: { label: 'E-Mails ohne Antrag', since: 'Erstellung', period: 'mailDays' },
  return_contents: {
    label: 'Dateien des Versicherers',
    since: 'Eingang oder letzte Übernahme',
    period: 'returnDays',
  },
  evidence: { label: 'Nachweise', since: 'je nach Art, bei Anrufen der letzte Nachweis', period: null },
  erased_drafts: {
    label: 'Nummern gelöschter Entwürfe',
    since: 'Ende des Jahres der Löschung',
    period: 'auditYears',
  },
  audit_log: { label: 'Protokoll', since: 'Ende des Jahres des Eintrags', period: 'auditYears' },
} satisfies Record<string, Rule>;

export type RetentionKind = keyof typeof retentionRules;

export const retentionKinds = keysOf(retentionRules);

type Length = { unit: 'days' | 'years'; count: number };

/** The length of a kind's period; null if its rows have ends of their own. */
function lengthOf(kind: RetentionKind, periods: Periods): Length | null {
  const { period: usual, otherwise }: Rule = retentionRules[kind];
  if (usual === null) return null;
  const period = otherwise && periods[usual] <= 0 ? otherwise : usual;
  return { unit: period.endsWith('Years') ? 'years' : 'days', count: periods[period] };
}

/** Rows are deleted when their clock stands before it: the event from which the period runs, or their own end. Null: kept. */
export function boundaryOf(kind: RetentionKind, periods: Periods, now: number): number | null {
  const length = lengthOf(kind, periods);
  if (!length) return now;
  if (length.count <= 0) return null;
  if (length.unit === 'days') return now - length.count * dayMs;
  return berlinMidnight(`${String(yearOf(now) - length.count).padStart(4, '0')}-01-01`);
}

/** The last day on which a row with this clock (ms) is kept; null: it is kept for ever. */
export function lastDayOf(kind: RetentionKind, periods: Periods, clock: number): string | null {
  const length = lengthOf(kind, periods);
  if (!length) return berlinDay(new Date(clock - 1));
  if (length.count <= 0) return null;
  if (length.unit === 'days') return berlinDay(new Date(clock + length.count * dayMs));
  return `${yearOf(clock) + length.count}-12-31`;
}

/** The first day on which a row with this clock (ms) may be deleted; null: never. */
export function deletionDayOf(kind: RetentionKind, periods: Periods, clock: number): string | null {
  const last = lastDayOf(kind, periods, clock);
  const length = lengthOf(kind, periods);
  if (!length) return berlinDay(new Date(clock));
  // a period of days ends at an instant of its last day
  return last && length.unit === 'years' ? addDays(last, 1) : last;
}

function yearOf(instant: number): number {
  return Number(berlinDay(new Date(instant)).slice(0, 4));
}

/** How long a browser keeps the cookie that says which accounts of staff have signed in there. */
export const deviceCookieDays = 180;

const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 20 });

export function daysText(days: number): string {
  return `${number.format(days)} ${days === 1 ? 'Tag' : 'Tage'}`;
}

export function periodText(kind: RetentionKind, periods: Periods): string {
  const length = lengthOf(kind, periods);
  if (!length) return '5 oder 10 Jahre';
  const { unit, count } = length;
  if (count <= 0) return 'unbegrenzt';
  return unit === 'days' ? daysText(count) : `${count} ${count === 1 ? 'Jahr' : 'Jahre'}`;
}

const proofsSentence =
  'Welche Unterlagen wir übergeben haben und was erklärt wurde, halten wir ohne Namen und Anschrift zehn Jahre ab dem Ende des Jahres fest. Nachweise über Einwilligungen in Erinnerungen und deren Widerruf bewahren wir fünf Jahre auf, Nachweise über Einwilligungen in Anrufe, deren Widerruf und die Anrufe selbst fünf Jahre ab dem letzten davon (§ 7a UWG).';

type SentenceBy = (kind: RetentionKind, sentence: (period: string) => string, ifKept: string) => string;

export function keepSentences(periods: Periods): Record<RetentionKind, string> {
  const by: SentenceBy = (kind, sentence, ifKept) =>
    lengthOf(kind, periods)?.count ? sentence(periodText(kind, periods)) : ifKept;
  return {
    open_applications: openSentence(periods),
    ...moreSentences(by),
    completed_applications: by(
      'completed_applications',
      (period) =>
        `Wir löschen sie nach Ablauf der gesetzlichen Fristen: ${period} nach dem Ende des Jahres, in dem Sie den Antrag abgesendet haben (§ 257 HGB, § 147 AO).`,
      'Wir bewahren sie mindestens für die Dauer der gesetzlichen Fristen auf (§ 257 HGB, § 147 AO).',
    ),
    ...withdrawalSentences(by, periods),
    callbacks: by(
      'callbacks',
      (period) =>
        `Wir löschen sie ${period} nach dem Eingang, dem letzten Anruf oder der Erledigung, je nachdem, was zuletzt war.`,
      'Wir bewahren sie auf, bis Sie uns bitten, sie zu löschen.',
    ),
    ...offerSentences(by),
    mails: by(
      'mails',
      (period) => `Wir bewahren sie ${period} auf.`,
      'Wir bewahren sie auf, bis Sie uns bitten, sie zu löschen.',
    ),
    return_contents: by(
      'return_contents',
      (period) =>
        `Was in Dateien steht, mit denen der Versicherer auf Anträge antwortet, löschen wir ${period}, nachdem wir sie erhalten oder zuletzt verwendet haben.`,
      'Wir bewahren sie auf, bis Sie uns bitten, sie zu löschen.',
    ),
    evidence: proofsSentence,
  };
}

function moreSentences(by: SentenceBy) {
  return {
    contactless_applications: by(
      'contactless_applications',
      (period) =>
        `Haben Sie noch keine Kontaktdaten gespeichert, löschen wir den Antrag schon, wenn er ${period} lang unverändert bleibt.`,
      'Wir bewahren sie auf, bis Sie sie löschen.',
    ),
    erased_drafts: by(
      'erased_drafts',
      (period) =>
        `Löschen Sie einen offenen Antrag selbst, behalten wir nur seine Nummer, damit er nicht aus einer Sicherungskopie zurückkehrt: bis zum Ende des Jahres und danach noch ${period}.`,
      'Löschen Sie einen offenen Antrag selbst, behalten wir auf Dauer seine Nummer, damit er nicht aus einer Sicherungskopie zurückkehrt.',
    ),
    audit_log: by(
      'audit_log',
      (period) =>
        `Wer von uns einen Antrag geöffnet, geändert oder gelöscht hat und welche Zugriffe abgelehnt wurden, halten wir bis zum Ende des Jahres und danach noch ${period} fest.`,
      'Wer von uns einen Antrag geöffnet, geändert oder gelöscht hat und welche Zugriffe abgelehnt wurden, halten wir auf Dauer fest.',
    ),
  };
}

function offerSentences(by: SentenceBy) {
  const ifKept = 'Wir bewahren sie auf, bis Sie uns bitten, sie zu löschen.';
  return {
    preparations: by(
      'preparations',
      (period) => `Wir löschen sie ${period}, nachdem der Link aus der Einladung abgelaufen ist.`,
      ifKept,
    ),
    offers: by(
      'offers',
      (period) => `Wir löschen sie ${period}, nachdem das Angebot abgelaufen ist.`,
      ifKept,
    ),
  };
}

function withdrawalSentences(by: SentenceBy, { unmatchedDays }: Periods) {
  return {
    withdrawn_applications: by(
      'withdrawn_applications',
      (period) =>
        `Wir löschen sie ${period} nach dem Ende des Jahres, in dem der Widerruf wirksam wurde (§ 257 HGB).`,
      'Wir bewahren sie mindestens für die Dauer der gesetzlichen Fristen auf (§ 257 HGB).',
    ),
    withdrawals: by(
      'withdrawals',
      (period) =>
        `Wir löschen sie ${period} nach dem Ende des Jahres, in dem sie eingegangen sind (§ 257 HGB).`,
      'Wir bewahren sie mindestens für die Dauer der gesetzlichen Fristen auf (§ 257 HGB).',
    ),
    unmatched_withdrawals: by(
      'unmatched_withdrawals',
      (period) =>
        unmatchedDays > 0
          ? `Gehört ein Widerruf zu keinem Vertrag bei uns, löschen wir ihn ${period} nach dem Abschluss unserer Prüfung.`
          : `Gehört ein Widerruf zu keinem Vertrag bei uns, löschen wir ihn ${period} nach dem Ende des Jahres, in dem wir unsere Prüfung abgeschlossen haben.`,
      'Gehört ein Widerruf zu keinem Vertrag bei uns, bewahren wir ihn auf, bis Sie uns bitten, ihn zu löschen.',
    ),
  };
}

export function openSentence({ openDays }: Pick<Periods, 'openDays'>): string {
  if (openDays <= 0) return 'Einen offenen Antrag bewahren wir auf, bis Sie uns bitten, ihn zu löschen.';
  return `Bleibt ein Antrag ${daysText(openDays)} lang unverändert, löschen wir ihn mit allen Angaben und E-Mails.`;
}

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
  open_applications: { label: 'Offene Anträge', since: 'Letzte Änderung', period: 'openDays' },
  contactless_applications: {
    label: 'Offene Anträge ohne Kontaktdaten',
    since: 'Letzte Änderung',
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
  evidence: { label: 'Nachweise', since: 'Je nach Art, bei Anrufen der letzte Nachweis', period: null },
  erased_drafts: {
    label: 'Nummern gelöschter Entwürfe',
    since: 'Ende des Jahres der Löschung',
    period: 'auditYears',
  },
  audit_log: { label: 'Protokoll', since: 'Ende des Jahres des Eintrags', period: 'auditYears' },
} satisfies Record<string, Rule>;

export type RetentionKind = keyof typeof retentionRules;

export const retentionKinds = keysOf(retentionRules);

export type RetentionRow = {
  kind: RetentionKind;
  period: string;
  total: number;
  dueIn30Days: number;
  /** The day on which the next one may be deleted (`YYYY-MM-DD`); null: none is stored, or they are kept. */
  nextOn: string | null;
};

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

const ifAsked = 'Wir bewahren sie auf, bis Sie uns bitten, sie zu löschen.';

/** What the privacy statement says if a kind is kept for ever (of proofs always), and otherwise with their period. */
const keeping: Record<Exclude<RetentionKind, 'open_applications'>, [kept: string, sentence?: string]> = {
  contactless_applications: [
    'Wir bewahren sie auf, bis Sie sie löschen.',
    'Haben Sie noch keine Kontaktdaten gespeichert, löschen wir den Antrag schon, wenn er {period} lang unverändert bleibt.',
  ],
  completed_applications: [
    'Wir bewahren sie mindestens für die Dauer der gesetzlichen Fristen auf (§ 257 HGB, § 147 AO).',
    'Wir löschen sie nach Ablauf der gesetzlichen Fristen: {period} nach dem Ende des Jahres, in dem Sie den Antrag abgesendet haben (§ 257 HGB, § 147 AO).',
  ],
  withdrawn_applications: [
    'Wir bewahren sie mindestens für die Dauer der gesetzlichen Fristen auf (§ 257 HGB).',
    'Wir löschen sie {period} nach dem Ende des Jahres, in dem der Widerruf wirksam wurde (§ 257 HGB).',
  ],
  withdrawals: [
    'Wir bewahren sie mindestens für die Dauer der gesetzlichen Fristen auf (§ 257 HGB).',
    'Wir löschen sie {period} nach dem Ende des Jahres, in dem sie eingegangen sind (§ 257 HGB).',
  ],
  unmatched_withdrawals: [
    'Gehört ein Widerruf zu keinem Vertrag bei uns, bewahren wir ihn auf, bis Sie uns bitten, ihn zu löschen.',
    'Gehört ein Widerruf zu keinem Vertrag bei uns, löschen wir ihn {period} nach dem Abschluss unserer Prüfung.',
  ],
  callbacks: [
    ifAsked,
    'Wir löschen sie {period} nach dem Eingang, dem letzten Anruf oder der Erledigung, je nachdem, was zuletzt war.',
  ],
  preparations: [ifAsked, 'Wir löschen sie {period}, nachdem der Link aus der Einladung abgelaufen ist.'],
  offers: [ifAsked, 'Wir löschen sie {period}, nachdem das Angebot abgelaufen ist.'],
  mails: [ifAsked, 'Wir bewahren sie {period} auf.'],
  return_contents: [
    ifAsked,
    'Was in Dateien steht, mit denen der Versicherer auf Anträge antwortet, löschen wir {period}, nachdem wir sie erhalten oder zuletzt verwendet haben.',
  ],
  evidence: [
    'Welche Unterlagen wir übergeben haben und was erklärt wurde, halten wir ohne Namen und Anschrift zehn Jahre ab dem Ende des Jahres fest. Nachweise über Einwilligungen in Erinnerungen und deren Widerruf bewahren wir fünf Jahre auf, Nachweise über Einwilligungen in Anrufe, deren Widerruf und die Anrufe selbst fünf Jahre ab dem letzten davon (§ 7a UWG).',
  ],
  erased_drafts: [
    'Löschen Sie einen offenen Antrag selbst, behalten wir auf Dauer seine Nummer, damit er nicht aus einer Sicherungskopie zurückkehrt.',
    'Löschen Sie einen offenen Antrag selbst, behalten wir nur seine Nummer, damit er nicht aus einer Sicherungskopie zurückkehrt: bis zum Ende des Jahres und danach noch {period}.',
  ],
  audit_log: [
    'Wer von uns einen Antrag geöffnet, geändert oder gelöscht hat und welche Zugriffe abgelehnt wurden, halten wir auf Dauer fest.',
    'Wer von uns einen Antrag geöffnet, geändert oder gelöscht hat und welche Zugriffe abgelehnt wurden, halten wir bis zum Ende des Jahres und danach noch {period} fest.',
  ],
};

const unmatchedByYear =
  'Gehört ein Widerruf zu keinem Vertrag bei uns, löschen wir ihn {period} nach dem Ende des Jahres, in dem wir unsere Prüfung abgeschlossen haben.';

export function keepSentences(periods: Periods): Record<RetentionKind, string> {
  const sentenceOf = (kind: RetentionKind) => {
    if (kind === 'open_applications') return openSentence(periods);
    const [kept, sentence = kept] = keeping[kind];
    if (!lengthOf(kind, periods)?.count) return kept;
    const isByYear = kind === 'unmatched_withdrawals' && periods.unmatchedDays <= 0;
    return (isByYear ? unmatchedByYear : sentence).replace('{period}', periodText(kind, periods));
  };
  return Object.fromEntries(retentionKinds.map((kind) => [kind, sentenceOf(kind)])) as Record<
    RetentionKind,
    string
  >;
}

export function openSentence({ openDays }: Pick<Periods, 'openDays'>): string {
  if (openDays <= 0) return 'Einen offenen Antrag bewahren wir auf, bis Sie uns bitten, ihn zu löschen.';
  return `Bleibt ein Antrag ${daysText(openDays)} lang unverändert, löschen wir ihn mit allen Angaben und E-Mails.`;
}

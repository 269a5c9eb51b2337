/** The figures of a period (docs/product.md, "Figures"). They count and name nobody. Days are those in Berlin. */
import { Object as ObjectType, Optional, type Static } from 'typebox';
import { addDays, daysBetween, monthsAfter } from '../dates';
import { type Checked, choice, day, defaultSource, type FieldError, phoneSource, text } from '../fields';
import { counted } from '../format';
import { keysOf } from '../keys';

export const usualDays = 90;
const mostDays = 366;
/** Years before 1 have another form, which no instant has. */
const earliest = '2000-01-01';
/** A source with fewer begun applications in the period is one of `otherSources`. */
export const fewest = 5;
/** So many sources are named, those with most applications; the rest are among the `otherSources` too. */
export const mostNamed = 100;
export const otherSources = 'sonstige';
export const noChoice = 'Noch keine Wahl';

export const figureLabels = {
  begun: 'Begonnen',
  completed: 'Eingereicht',
  transmitted: 'Übermittelt',
  issued: 'Policiert',
  declined: 'Abgelehnt',
  withdrawn: 'Widerrufen',
};
export type Figure = keyof typeof figureLabels;
export const figureKeys = keysOf(figureLabels);
export type Figures = Record<Figure, number>;

export const dimensionLabels = {
  source: 'Quelle',
  tariff: 'Tarif',
  deductible: 'Selbstbeteiligung',
  frequency: 'Zahlweise',
};
export type Dimension = keyof typeof dimensionLabels;
export const dimensionKeys = keysOf(dimensionLabels);

export const spanLabels = {
  begin_submit: 'Vom Beginn bis zum Einreichen',
  submit_staff: 'Vom Einreichen bis zum ersten Schritt des Teams',
  submit_transmitted: 'Vom Einreichen bis zur Übermittlung',
  transmitted_decision: 'Von der Übermittlung bis zur Entscheidung',
};
export type Span = keyof typeof spanLabels;
export const spanKeys = keysOf(spanLabels);

export const callbackFigureLabels = {
  received: 'Rückrufe eingegangen',
  prepared: 'Antrag vorbereitet',
  completed: 'Antrag eingereicht',
};
export const offerFigureLabels = { sent: 'Angebote verschickt', completed: 'Antrag eingereicht' };
export const returnedLabel = 'Zurückgekommene E-Mails';

export type Period = { from: string; to: string };

/** `key` is empty, and the label `Noch keine Wahl`, for applications without a tariff selection. */
export type FigureRow = Figures & { key: string; label: string };
/** Steps 1 … 6, and 7 for the completion. `share`: of those that reached the step before; null: there are none. */
export type FunnelRow = { step: number; label: string; reached: number; share: number | null };
/** Whole minutes; null: there is nothing to measure. */
export type SpanRow = { key: Span; label: string; count: number; median: number | null; p90: number | null };

/** Response of `GET …/insights`. */
export type Insights = Period & {
  /** `sonstige`: all rare ones; null: all. */
  source: string | null;
  /** By which they can be filtered, in the order of their rows; `sonstige` is the last if there are rare ones. */
  sources: string[];
  totals: Figures;
  funnel: FunnelRow[];
  outcomes: Record<Dimension, FigureRow[]>;
  durations: SpanRow[];
  callbacks: Record<keyof typeof callbackFigureLabels, number>;
  offers: Record<keyof typeof offerFigureLabels, number>;
  mailsReturned: number;
};

const insightFormats = ['json', 'csv'] as const;

export const insightsQuery = ObjectType({
  from: Optional(day('Bitte geben Sie den ersten Tag an')),
  to: Optional(day('Bitte geben Sie den letzten Tag an')),
  source: Optional(text('Bitte wählen Sie eine Quelle')),
  format: Optional(choice([...insightFormats], 'Dieses Format gibt es nicht')),
});
export type InsightsQuery = Static<typeof insightsQuery>;

/** If a day is missing, the period has 90 days, or ends today. */
export function periodOf({ from, to }: Pick<InsightsQuery, 'from' | 'to'>, today: string): Checked<Period> {
  const last = to ?? (from && earlier(addDays(from, usualDays - 1), today)) ?? today;
  const first = from ?? addDays(last, 1 - usualDays);
  const wrong = (path: string, message: string): { ok: false; errors: FieldError[] } => ({
    ok: false,
    errors: [{ path, message }],
  });
  if (first < earliest) return wrong('from', 'So früh gibt es keine Kennzahlen');
  if (last > today) return wrong('to', 'Der letzte Tag darf nicht in der Zukunft liegen');
  if (first > last) return wrong('from', 'Der erste Tag darf nicht nach dem letzten liegen');
  if (daysOf({ from: first, to: last }) > mostDays)
    return wrong('from', `Bitte wählen Sie höchstens ${mostDays} Tage`);
  return { ok: true, value: { from: first, to: last } };
}

export function daysOf({ from, to }: Period): number {
  return daysBetween(from, to) + 1;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

type Choice = Period & { label: string };

export function choicesOf(today: string): Choice[] {
  const first = `${today.slice(0, 8)}01`;
  const daysUntilNow = (days: number) => ({ from: addDays(today, 1 - days), to: today });
  return [
    { label: '30 Tage', ...daysUntilNow(30) },
    { label: `${usualDays} Tage`, ...daysUntilNow(usualDays) },
    { label: '12 Monate', from: addDays(monthsAfter(today, -12), 1), to: today },
    { label: 'Dieser Monat', from: first, to: today },
    { label: 'Letzter Monat', from: monthsAfter(first, -1), to: addDays(first, -1) },
  ];
}

export function askedPeriod(asked: Partial<Period>, today: string): Period | { wrong: string } {
  const checked = periodOf(asked, today);
  if (checked.ok) return checked.value;
  return { wrong: checked.errors.map(({ message }) => `${message}.`).join(' ') };
}

/** `2 Tage 3 Stunden`: the two largest units; `-` if there is none. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return '-';
  const units = [
    counted(Math.floor(minutes / 1440), 'Tag', 'Tage'),
    counted(Math.floor(minutes / 60) % 24, 'Stunde', 'Stunden'),
    counted(minutes % 60, 'Minute', 'Minuten'),
  ];
  const some = units.filter((unit) => !unit.startsWith('0 '));
  return some.slice(0, 2).join(' ') || '0 Minuten';
}

/** They name nobody, however rare they are. Empty: none, as of some mails. */
export const ownSources = [defaultSource, phoneSource, otherSources, ''];

const mailbox = /@|\(at\)|\[at\]/i;
const number = /(?:\p{Nd}[^\p{L}\p{Nd}]*){7}/u;

/** Under which name a source is kept for ever. `begun`: so many applications have come from it. */
export function archivedSource(source: string, begun: number): string {
  if (ownSources.includes(source)) return source;
  const folded = source.normalize('NFKC');
  return begun < fewest || mailbox.test(folded) || number.test(folded) ? otherSources : source;
}

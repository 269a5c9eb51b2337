import { formatDecimal } from '../format';
import { keysOf } from '../keys';
import { type Cell, toCsv } from '../text/csv';
import {
  callbackFigureLabels,
  dimensionKeys,
  dimensionLabels,
  type FigureRow,
  figureLabels,
  type Insights,
  offerFigureLabels,
  type Period,
  returnedLabel,
} from './insights';

type Line = [area: Cell, about: Cell, figure: Cell, value: Cell];

export function insightsName({ from, to }: Period): string {
  return `Kennzahlen-${from}-bis-${to}.csv`;
}

/** One figure in each line. Durations are minutes, shares percent. */
export function insightsCsv(insights: Insights): string {
  return toCsv([['Bereich', 'Merkmal', 'Kennzahl', 'Wert'], ...linesOf(insights)]);
}

function linesOf(insights: Insights): Line[] {
  const { from, to, source, totals, funnel, outcomes, durations } = insights;
  const { callbacks, offers, mailsReturned } = insights;
  return [
    ['Zeitraum', '', 'Erster Tag', from],
    ['Zeitraum', '', 'Letzter Tag', to],
    ['Zeitraum', '', dimensionLabels.source, source === null ? 'alle' : { text: source }],
    ...figureLines('Anträge', '', figureLabels, totals),
    ...funnel.flatMap(({ label, reached, share }): Line[] => [
      ['Schritte', label, 'Erreicht', String(reached)],
      ['Schritte', label, 'Anteil am Schritt davor (%)', share === null ? '' : formatDecimal(100 * share)],
    ]),
    ...dimensionKeys.flatMap((dimension) =>
      outcomes[dimension].flatMap((row: FigureRow) =>
        figureLines(dimensionLabels[dimension], { text: row.label }, figureLabels, row),
      ),
    ),
    ...durations.flatMap(({ label, count, median, p90 }): Line[] => [
      ['Dauer', label, 'Anzahl', String(count)],
      ['Dauer', label, 'Median (Minuten)', String(median ?? '')],
      ['Dauer', label, '90. Perzentil (Minuten)', String(p90 ?? '')],
    ]),
    ...figureLines('Rückrufe', '', callbackFigureLabels, callbacks),
    ...figureLines('Angebote', '', offerFigureLabels, offers),
    ['E-Mails', '', returnedLabel, String(mailsReturned)],
  ];
}

function figureLines<Key extends string>(
  area: string,
  about: Cell,
  labels: Record<Key, string>,
  counts: Record<NoInfer<Key>, number>,
): Line[] {
  return keysOf(labels).map((key): Line => [area, about, labels[key], String(counts[key])]);
}

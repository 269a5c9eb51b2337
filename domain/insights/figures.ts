import { listName } from '../applications/staff';
import { typeset } from '../format';
import { steps } from '../steps/all';
import { deductibleLabel, deductibles, paymentFrequencyLabels, tariffNames } from '../tariffs/catalogue';
import { adderTo, type ChosenDimension, chosenKey, plainKeys, stepKey, type Tally } from './counts';
import {
  type Figure,
  type FigureRow,
  type Figures,
  type FunnelRow,
  fewest,
  figureKeys,
  type Insights,
  mostNamed,
  noChoice,
  otherSources,
  type SpanRow,
  spanKeys,
  spanLabels,
} from './insights';

type Counted = Omit<Insights, 'from' | 'to' | 'source' | 'sources'>;

const inGerman = new Intl.Collator('de').compare;

/** The sources that are named in a period, those with most applications first. Visitors can invent any number. */
export function namedSources(tally: Tally): string[] {
  const begun = (source: string) => tally.get(source)?.get('begun') ?? 0;
  return [...tally.keys()]
    .filter((source) => begun(source) >= fewest && source !== otherSources)
    .sort((one, other) => begun(other) - begun(one) || (one < other ? -1 : 1))
    .slice(0, mostNamed)
    .sort((one, other) => begun(other) - begun(one) || inGerman(one, other));
}

/** With the sources that are not among the named ones as one, added to `result`. What has no source, as some mails, stays without. */
export function folded(
  tally: Iterable<[source: string, counts: Map<string, number>]>,
  named: readonly string[],
  result: Tally = new Map(),
): Tally {
  const kept = new Set(['', ...named]);
  for (const [source, counts] of tally) {
    const add = adderTo(result, kept.has(source) ? source : otherSources);
    for (const [key, count] of counts) add(key, count);
  }
  return result;
}

/** The name under which a source can be asked for: a rare one, and one that nobody came from, are among the others. */
export function askedSource(given: string, named: readonly string[]): string {
  return named.includes(given) ? given : otherSources;
}

export function countedIn(tally: Tally, source: string | null): Counted {
  const counted: Tally = source === null ? tally : new Map([[source, tally.get(source) ?? new Map()]]);
  const all = sumOf(counted);
  const count = (key: string) => all.get(key) ?? 0;
  const totals = figuresBy(count);
  return {
    totals,
    funnel: funnelOf(count, totals),
    outcomes: {
      source: sourceRows(counted),
      tariff: chosenRows(count, totals, 'tariff'),
      deductible: chosenRows(count, totals, 'deductible'),
      frequency: chosenRows(count, totals, 'frequency'),
    },
    durations: spanRows(all),
    callbacks: {
      received: count(plainKeys.callback),
      prepared: count(plainKeys.callbackPrepared),
      completed: count(plainKeys.callbackCompleted),
    },
    offers: { sent: count(plainKeys.offer), completed: count(plainKeys.offerCompleted) },
    mailsReturned: count(plainKeys.mailReturned),
  };
}

type Count = (key: string) => number;

function sumOf(tally: Tally): Map<string, number> {
  const sums: Tally = new Map();
  const add = adderTo(sums, '');
  for (const counts of tally.values()) for (const [key, count] of counts) add(key, count);
  return sums.get('') ?? new Map();
}

function figuresBy(count: (figure: Figure) => number): Figures {
  return Object.fromEntries(figureKeys.map((figure) => [figure, count(figure)])) as Figures;
}

/** Whoever reached a step reached those before it. */
function funnelOf(count: Count, totals: Figures): FunnelRow[] {
  const furthest = steps.map(({ number }) => count(stepKey(number)));
  const reached = steps.map((_, index) => furthest.slice(index).reduce((sum, one) => sum + one, 0));
  const labels = [...steps.map(({ number }) => listName(number)), 'Eingereicht'];
  return [...reached, totals.completed].map((value, index, all) => {
    const before = index === 0 ? 0 : (all[index - 1] ?? 0);
    return {
      step: index + 1,
      label: labels[index] ?? '',
      reached: value,
      share: before === 0 ? null : value / before,
    };
  });
}

function sourceRows(tally: Tally): FigureRow[] {
  const rows = [...tally]
    .filter(([source]) => source !== '')
    .map(([source, counts]) => ({ key: source, label: source, ...figuresBy((key) => counts.get(key) ?? 0) }))
    .filter(({ begun }) => begun > 0);
  const isLast = ({ key }: FigureRow) => Number(key === otherSources);
  return rows.sort(
    (one, other) =>
      isLast(one) - isLast(other) || other.begun - one.begun || inGerman(one.label, other.label),
  );
}

const choices: Record<ChosenDimension, [key: string, label: string][]> = {
  tariff: Object.entries(tariffNames),
  deductible: deductibles.map((amount) => [String(amount), typeset(deductibleLabel(amount))]),
  frequency: Object.entries(paymentFrequencyLabels),
};

function chosenRows(count: Count, totals: Figures, dimension: ChosenDimension): FigureRow[] {
  const rows = choices[dimension].map(([key, label]) => ({
    key,
    label,
    ...figuresBy((figure) => count(chosenKey(figure, dimension, key))),
  }));
  const others = figuresBy((figure) => totals[figure] - rows.reduce((sum, row) => sum + row[figure], 0));
  return [...rows, { key: '', label: noChoice, ...others }];
}

function spanRows(all: Map<string, number>): SpanRow[] {
  return spanKeys.map((key) => {
    const measured = [...all]
      .filter(([one]) => one.startsWith(`${key}|`))
      .map(([one, times]) => ({ minutes: Number(one.slice(key.length + 1)), times }))
      .sort((one, other) => one.minutes - other.minutes);
    const count = measured.reduce((sum, { times }) => sum + times, 0);
    /** The nearest rank: the smallest of them that so many percent do not exceed. */
    const rank = (percent: number) => {
      let left = Math.ceil((percent * count) / 100);
      for (const { minutes, times } of measured) {
        left -= times;
        if (left <= 0) return minutes;
      }
      return null;
    };
    return { key, label: spanLabels[key], count, median: rank(50), p90: rank(90) };
  });
}

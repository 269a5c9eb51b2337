/**
 * What the figures count, of rows that are stored and of rows that are deleted. Each key says one thing about an
 * application, so that no line of the archive describes one.
 */
import type { PaymentFrequency, TariffType } from '../tariffs/catalogue';
import { type Figure, figureKeys, type Span, spanKeys } from './insights';

/** Of an application. Those of the tariff are null before it is chosen. */
export type ApplicationFacts = {
  furthestStep: number;
  isCompleted: 0 | 1;
  wasTransmitted: 0 | 1;
  /** The status of its case, if it is one of these. */
  outcome: 'issued' | 'declined' | 'withdrawn' | null;
  tariff: TariffType | null;
  deductible: number | null;
  frequency: PaymentFrequency | null;
};

/** How far something came by a prepared application: 0 nothing, 1 prepared, 2 completed. */
export type Reach = 0 | 1 | 2;

export type Add = (key: string, count: number) => void;

export const plainKeys = {
  callback: 'callback',
  callbackPrepared: 'callback_prepared',
  callbackCompleted: 'callback_completed',
  offer: 'offer',
  offerCompleted: 'offer_completed',
  mailReturned: 'mail_returned',
} as const;

/** By what an application with a tariff selection is counted besides its source. */
export type ChosenDimension = 'tariff' | 'deductible' | 'frequency';

export const stepKey = (step: number) => `step|${step}`;
export const chosenKey = (figure: Figure, dimension: ChosenDimension, value: string | number) =>
  `${figure}|${dimension}|${value}`;
const spanKey = (span: Span, minutes: string) => `${span}|${minutes}`;

/** Of `count` applications with the same facts. */
export function countApplications(facts: ApplicationFacts, count: number, add: Add): void {
  const { furthestStep, tariff, deductible, frequency } = facts;
  add(stepKey(furthestStep), count);
  for (const figure of figuresOf(facts)) {
    add(figure, count);
    if (tariff === null || deductible === null || frequency === null) continue;
    add(chosenKey(figure, 'tariff', tariff), count);
    add(chosenKey(figure, 'deductible', deductible), count);
    add(chosenKey(figure, 'frequency', frequency), count);
  }
}

/** Of a completed application: the minutes in the order of `spanKeys`, with commas between them. */
export function countSpans(spans: string, add: Add): void {
  for (const [index, minutes] of spans.split(',').entries()) {
    const span = spanKeys[index];
    if (span && minutes !== '') add(spanKey(span, minutes), 1);
  }
}

function figuresOf({ isCompleted, wasTransmitted, outcome }: ApplicationFacts): Figure[] {
  const is = {
    begun: true,
    completed: isCompleted === 1,
    transmitted: wasTransmitted === 1,
    [outcome ?? '']: true,
  };
  return figureKeys.filter((figure) => Reflect.get(is, figure) === true);
}

export function countCallbacks(reach: Reach, count: number, add: Add): void {
  add(plainKeys.callback, count);
  if (reach > 0) add(plainKeys.callbackPrepared, count);
  if (reach === 2) add(plainKeys.callbackCompleted, count);
}

export function countOffers(isCompleted: boolean, count: number, add: Add): void {
  add(plainKeys.offer, count);
  if (isCompleted) add(plainKeys.offerCompleted, count);
}

export type Tally = Map<string, Map<string, number>>;

export function adderTo(tally: Tally, source: string): Add {
  const counts = tally.get(source) ?? new Map<string, number>();
  tally.set(source, counts);
  return (key, count) => counts.set(key, (counts.get(key) ?? 0) + count);
}

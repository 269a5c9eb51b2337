import { deductibles, type PaymentFrequency, paymentFrequencies } from './catalogue';

/** `deductible` in EUR; `birthYear` of the horse, null if not chosen. */
export type Choice = { deductible: number; frequency: PaymentFrequency; birthYear: number | null };

export const unchosen: Choice = { deductible: 0, frequency: 'monthly', birthYear: null };

const yearsBack = 40;

export function birthYears(today: string): number[] {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: yearsBack }, (_, age) => year - age);
}

/** The choice in a URL, or null. A value that is not offered, or a year not in `years`, counts as not chosen. */
export function choiceIn(query: URLSearchParams, years: readonly number[] = []): Choice | null {
  const among = <T>(values: readonly T[], name: keyof Choice) =>
    values.find((one) => String(one) === query.get(name));
  const deductible = among(deductibles, 'deductible');
  const frequency = among(paymentFrequencies, 'frequency');
  const birthYear = among(years, 'birthYear');
  if (deductible === undefined && frequency === undefined && birthYear === undefined) return null;
  return {
    deductible: deductible ?? unchosen.deductible,
    frequency: frequency ?? unchosen.frequency,
    birthYear: birthYear ?? unchosen.birthYear,
  };
}

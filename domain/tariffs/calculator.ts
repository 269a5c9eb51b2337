/** The calculator above the tariff table: what can be chosen there, and how addresses carry it. */
import { deductibles, type PaymentFrequency, paymentFrequencies } from './catalogue';

/** `deductible` in EUR; `birthYear` of the horse, null while it is not told. */
export type Choice = { deductible: number; frequency: PaymentFrequency; birthYear: number | null };

/** What the prices are worked out with until somebody chooses. */
export const unchosen: Choice = { deductible: 0, frequency: 'monthly', birthYear: null };

const yearsBack = 40;

/** Years of birth that can be chosen on `today` (YYYY-MM-DD), the latest first. */
export function birthYears(today: string): number[] {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: yearsBack }, (_, age) => year - age);
}

/** The choice that an address carries, or null. What is not offered (`years`) counts as not chosen. */
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

/** Price arithmetic in whole EUR cents (spec 9; contract 2, "Age surcharge"). */
import { horseAge } from '../dates';
import { basePremiumCents, type Catalogue, type PaymentFrequency, type TariffType } from './catalogue';

/** Horse age in years from which the surcharge applies, and the age assumed while none is known (spec 9). */
export const surchargeAge = 12;
const defaultAge = 8;

/** ASSUMPTION: the specification names a surcharge but not its size. Percent of the base premium. */
export const ageSurchargePercent = 20;

/** Months paid at once, and the percent taken off for paying ahead. */
export const periods: Record<PaymentFrequency, { months: number; discountPercent: number }> = {
  monthly: { months: 1, discountPercent: 0 },
  quarterly: { months: 3, discountPercent: 0 },
  semiannual: { months: 6, discountPercent: 2 },
  annual: { months: 12, discountPercent: 4 },
};

/** All amounts in EUR cents. */
export type Premium = { monthlyCents: number; periodCents: number; annualCents: number };

/** True when the age surcharge applies to a horse born on `birthDate` (unknown: age 8). */
export function hasAgeSurcharge(birthDate: string | null, today: string): boolean {
  return (birthDate ? horseAge(birthDate, today) : defaultAge) >= surchargeAge;
}

/**
 * Premium for a base premium in cents: surcharge first, rounded; then the payment discount on the month, rounded;
 * the period is that month times its months.
 */
export function premiumOf(baseCents: number, frequency: PaymentFrequency, surcharge: boolean): Premium {
  const { months, discountPercent } = periods[frequency];
  const loaded = surcharge ? baseCents + percentOf(baseCents, ageSurchargePercent) : baseCents;
  const monthlyCents = percentOf(loaded, 100 - discountPercent);
  return { monthlyCents, periodCents: monthlyCents * months, annualCents: monthlyCents * 12 };
}

export type PricedSelection = {
  tariffType: TariffType;
  selfParticipation: number;
  paymentFrequency: PaymentFrequency;
};

/** Premium of a selection for a horse born on `birthDate`, today; null when the catalogue does not price it. */
export function quote(
  catalogue: Catalogue,
  { tariffType, selfParticipation, paymentFrequency }: PricedSelection,
  birthDate: string | null,
  today: string,
): Premium | null {
  const base = basePremiumCents(catalogue, tariffType, selfParticipation);
  return base === null ? null : premiumOf(base, paymentFrequency, hasAgeSurcharge(birthDate, today));
}

type Paid = { monthlyPremium: number; paymentFrequency: PaymentFrequency };

/** What one direct debit takes of a monthly premium in EUR, in cents. */
export function instalmentCents({ monthlyPremium, paymentFrequency }: Paid): number {
  return Math.round(monthlyPremium * 100) * periods[paymentFrequency].months;
}

/** Cents as the wire carries them: EUR. */
export function toEuro(cents: number): number {
  return cents / 100;
}

/** Header of the call that completes an application: the monthly premium in EUR that the applicant was shown. */
export const shownPremiumHeader = 'X-Shown-Premium';

function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100);
}

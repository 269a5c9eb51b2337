/** Price arithmetic in whole EUR cents (docs/product.md, "Price arithmetic"). */
import { horseAge } from '../dates';
import { basePremiumCents, type Catalogue, type PaymentFrequency, type TariffType } from './catalogue';

/** Horse age in years from which the surcharge applies, and the age assumed while the birth date is unknown. */
export const surchargeAge = 12;
const defaultAge = 8;

/** A year alone is priced at the highest age that it allows: with the birth date the price can then only fall. */
export function assumedBirthDate(birthYear: number | null): string | null {
  return birthYear === null ? null : `${birthYear}-01-01`;
}
/** Beneath such a price. */
export const assumedBirthSentence = 'Gerechnet, als wäre Ihr Pferd am 1. Januar geboren.';

export const periods: Record<PaymentFrequency, { months: number; discountPercent: number }> = {
  monthly: { months: 1, discountPercent: 0 },
  quarterly: { months: 3, discountPercent: 0 },
  semiannual: { months: 6, discountPercent: 2 },
  annual: { months: 12, discountPercent: 4 },
};

export type Premium = { monthlyCents: number; periodCents: number; annualCents: number };

export function hasAgeSurcharge(birthDate: string | null, today: string): boolean {
  return (birthDate ? horseAge(birthDate, today) : defaultAge) >= surchargeAge;
}

/** What the age of the horse adds to a base premium with this age surcharge, in percent. */
export function surchargeOf(ageSurchargePercent: number, birthDate: string | null, today: string): number {
  return hasAgeSurcharge(birthDate, today) ? ageSurchargePercent : 0;
}

/** The surcharge is added and rounded, then the discount is subtracted and the monthly price rounded. */
export function premiumOf(baseCents: number, frequency: PaymentFrequency, surchargePercent: number): Premium {
  const { months, discountPercent } = periods[frequency];
  const loaded = baseCents + percentOf(baseCents, surchargePercent);
  const monthlyCents = percentOf(loaded, 100 - discountPercent);
  return { monthlyCents, periodCents: monthlyCents * months, annualCents: monthlyCents * 12 };
}

export type PricedSelection = {
  tariffType: TariffType;
  selfParticipation: number;
  paymentFrequency: PaymentFrequency;
};

/** Premium of a selection for a horse born on `birthDate` (null: unknown); null if the catalogue has no price. */
export function quote(
  catalogue: Catalogue,
  { tariffType, selfParticipation, paymentFrequency }: PricedSelection,
  birthDate: string | null,
  today: string,
): Premium | null {
  const base = basePremiumCents(catalogue, tariffType, selfParticipation);
  if (base === null) return null;
  return premiumOf(base, paymentFrequency, surchargeOf(catalogue.ageSurchargePercent, birthDate, today));
}

type Paid = { monthlyPremium: number; paymentFrequency: PaymentFrequency };

export function instalmentCents({ monthlyPremium, paymentFrequency }: Paid): number {
  return Math.round(monthlyPremium * 100) * periods[paymentFrequency].months;
}

export function toEuro(cents: number): number {
  return cents / 100;
}

/** Request header of a submission: the monthly premium in EUR that the summary showed. */
export const shownPremiumHeader = 'X-Shown-Premium';

function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100);
}

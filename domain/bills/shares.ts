/** What a tariff pays of the bill for an operation (docs/product.md, "Was bleibt"). Money in cents, in whole EUR. */
import {
  accommodationLimits,
  emergencyRates,
  operationLimits,
  type TariffType,
  usualRate,
} from '../tariffs/catalogue';

export type Bill = {
  cents: number;
  /** The multiple of the GOT at which all of it is charged. */
  rate: number;
  isEmergency: boolean;
  days: number;
  deductibleCents: number;
};

export type Share = {
  paid: number;
  left: number;
  unpaid: { rate: number; limit: number; deductible: number };
  /** Most that is paid for the days in the clinic, whose price the bill does not tell; null: it cannot matter. */
  accommodation: number | null;
};

/** Reduced to the rate, then to the limit of one operation, then by the deductible. */
export function shareOf({ cents, days, deductibleCents, ...bill }: Bill, type: TariffType): Share {
  const atRate = toWholeEuro(cents * Math.min(1, reimbursedRate(type, bill.isEmergency) / bill.rate));
  const limited = Math.min(atRate, (operationLimits[type] ?? Number.POSITIVE_INFINITY) * 100);
  const paid = Math.max(0, limited - deductibleCents);
  const forDays = days * accommodationLimits[type] * 100;
  return {
    paid,
    left: cents - paid,
    unpaid: { rate: cents - atRate, limit: atRate - limited, deductible: limited - paid },
    accommodation: days > 0 && forDays < cents ? forDays : null,
  };
}

export function reimbursedRate(type: TariffType, isEmergency: boolean): number {
  return isEmergency ? emergencyRates[type] : usualRate;
}

function toWholeEuro(cents: number): number {
  return Math.round(cents / 100) * 100;
}

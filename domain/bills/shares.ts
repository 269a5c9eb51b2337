/** What a tariff pays of the bill for an operation (docs/product.md, "Before one applies"). Money in cents, in whole EUR. */
import { formatWholeMoney } from '../format';
import {
  accommodationLimits,
  emergencyRates,
  operationLimits,
  type TariffType,
  tariffNames,
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

function reimbursedRate(type: TariffType, isEmergency: boolean): number {
  return isEmergency ? emergencyRates[type] : usualRate;
}

function toWholeEuro(cents: number): number {
  return Math.round(cents / 100) * 100;
}

const euro = (cents: number) => formatWholeMoney(cents / 100);

export const rateText = (rate: number) => `${rate.toLocaleString('de-DE')}-fach`;

/** `höchstens` and `mindestens` where a limit decides: others may come on top. */
export function amountsOf({ paid, left, unpaid, accommodation }: Share): { paid: string; left: string } {
  const isBounded = paid > 0 && (unpaid.limit > 0 || accommodation !== null);
  if (!isBounded) return { paid: euro(paid), left: euro(left) };
  return {
    paid: `höchstens ${euro(paid)}`,
    left:
      left === 0 && accommodation !== null
        ? `Unterbringung über ${euro(accommodation)}`
        : `mindestens ${euro(left)}`,
  };
}

/** Why something is left, a sentence or two for each reason. */
export function reasonsOf({ unpaid, accommodation }: Share, bill: Bill, type: TariffType): string[] {
  const tariff = `der ${tariffNames[type]}`;
  const rate = reimbursedRate(type, bill.isEmergency);
  const more =
    emergencyRates[type] > rate
      ? `Nur im Notdienst erstattet ${tariff} bis zum ${rateText(emergencyRates[type])}en.`
      : `Mehr erstattet ${tariff} nicht.`;
  const limit = operationLimits[type];
  return [
    unpaid.rate > 0 && `${euro(unpaid.rate)} liegen über dem ${rateText(rate)}en GOT-Satz. ${more}`,
    unpaid.limit > 0 &&
      limit !== null &&
      `${euro(unpaid.limit)} liegen über der Grenze: Je Operation erstattet ${tariff} höchstens ${formatWholeMoney(limit)}.`,
    unpaid.deductible > 0 && `${euro(unpaid.deductible)} sind Ihre Selbstbeteiligung für diese Operation.`,
    accommodation !== null &&
      `Für die Unterbringung erstattet ${tariff} höchstens ${formatWholeMoney(accommodationLimits[type])} am Tag${bill.days > 1 ? `, für ${bill.days} Tage also ${euro(accommodation)}` : ''}. Was sie mehr kostet, zahlen Sie selbst.`,
  ].filter((reason) => reason !== false);
}

/** `Rechnung über 25.200 €, 3-facher GOT-Satz, im Notdienst, ohne Selbstbeteiligung` */
export function billText({ cents, rate, isEmergency, days, deductibleCents }: Bill): string {
  return [
    `Rechnung über ${euro(cents)}`,
    `${rateText(rate)}er GOT-Satz`,
    isEmergency ? 'im Notdienst' : 'nicht im Notdienst',
    ...(days > 0 ? [`${days} ${days === 1 ? 'Tag' : 'Tage'} in der Klinik`] : []),
    deductibleCents > 0 ? `${euro(deductibleCents)} Selbstbeteiligung` : 'ohne Selbstbeteiligung',
  ].join(', ');
}

import { formatWholeMoney } from '../format';
import {
  accommodationLimits,
  emergencyRates,
  operationLimits,
  type TariffType,
  tariffNames,
} from '../tariffs/catalogue';
import { type Bill, reimbursedRate, type Share } from './shares';

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

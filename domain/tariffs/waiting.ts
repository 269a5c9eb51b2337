import { addDays, formatDay, monthsAfter } from '../dates';
import type { TariffType } from './catalogue';

/** Accidents have no waiting period. `jointMonths`: OC, OCD and joint chips. */
export const waiting = { colicDays: 5, months: 3, jointMonths: 12 } as const;

type CoverStarts = {
  accidents: string;
  colic: string;
  /** OC, OCD and joint chips; null if the tariff never covers them. */
  joints: string | null;
  others: string;
};

export function coverStarts(start: string, tariff: TariffType): CoverStarts {
  return {
    accidents: start,
    colic: addDays(start, waiting.colicDays),
    joints: tariff === 'basis' ? null : monthsAfter(start, waiting.jointMonths),
    others: monthsAfter(start, waiting.months),
  };
}

export function coverSentence(start: string, tariff: TariffType): string {
  const { accidents, colic, joints, others } = coverStarts(start, tariff);
  const last = joints === null ? '' : `, OC-, OCD- und Gelenkchip-OP ab ${formatDay(joints)}`;
  return `Wunschbeginn ${formatDay(accidents)}: Unfälle sofort, Kolik ab ${formatDay(colic)}, alles Übrige ab ${formatDay(others)}${last}.`;
}

export const waitingSentence = `Wartezeiten: Unfälle keine, Kolik ${waiting.colicDays} Tage, sonst ${waiting.months} Monate; OC, OCD, Gelenkchip ${waiting.jointMonths} Monate (nur Top, Premium).`;

export const notInsuredYet =
  'Noch ist Ihr Pferd nicht versichert. Wir prüfen, der Versicherer entscheidet. Ab Erhalt des Versicherungsscheins können Sie 14 Tage lang widerrufen.';

import { addDays, formatDay, monthsAfter } from '../dates';
import { formatMoney, formatPercent, typeset } from '../format';
import { taxSentence } from '../law/wordings';
import {
  type Catalogue,
  deductibleLabel,
  deductibles,
  type PaymentFrequency,
  type Tariff,
  type TariffType,
  tariffNames,
} from './catalogue';
import { type PricedSelection, periods, quote, surchargeAge, toEuro } from './premium';

const neverInsured = ['bekannte Vorerkrankungen', 'angeratene oder geplante Behandlungen'];

export function exclusionsOf(tariffs: readonly Tariff[], { benefits }: Pick<Tariff, 'benefits'>): string[] {
  const own = benefits.map(({ name }) => name);
  const all = tariffs.flatMap((tariff) => tariff.benefits.map(({ name }) => name));
  return [...new Set(all.filter((name) => !own.includes(name))), ...neverInsured];
}

export function notInsured(tariffs: readonly Tariff[], tariff: Tariff): string {
  return exclusionsOf(tariffs, tariff).join(', ');
}

type Selection = Pick<PricedSelection, 'tariffType' | 'paymentFrequency'>;

/** What a deductible is, and what the highest one saves in a year, for a horse born on `birthDate` (null: unknown). */
export function deductibleHint(
  catalogue: Catalogue,
  selection: Selection,
  birthDate: string | null,
  today: string,
): string {
  const [lowest, , , highest] = deductibles;
  const [without, most] = [lowest, highest].map((selfParticipation) =>
    quote(catalogue, { ...selection, selfParticipation }, birthDate, today),
  );
  const meaning = 'SB heißt Selbstbeteiligung: So viel zahlen Sie je Operation selbst.';
  if (!without || !most) return meaning;
  const saved = formatMoney(toEuro(without.annualCents - most.annualCents));
  const [name] = tariffNames[selection.tariffType].split('-');
  return `${meaning} Mit ${typeset(deductibleLabel(highest))} SB sparen Sie in ${name} ${saved} im Jahr.`;
}

export function priceNotes(
  paymentFrequency: PaymentFrequency,
  surchargePercent: number,
  operator: Parameters<typeof taxSentence>[0],
): string[] {
  const { discountPercent } = periods[paymentFrequency];
  const surcharge = `Enthalten ist ein Alterszuschlag von ${formatPercent(surchargePercent)} für Pferde ab ${surchargeAge} Jahren.`;
  const discount = `Abgezogen ist ein Nachlass von ${formatPercent(discountPercent)} für die Zahlweise.`;
  const tax = taxSentence(operator);
  return [
    ...(tax ? [tax] : []),
    ...(surchargePercent > 0 ? [surcharge] : []),
    ...(discountPercent > 0 ? [discount] : []),
  ];
}

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

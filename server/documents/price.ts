/** What the insurance costs, as the document says it. */
import { berlinDay, formatDay } from '#domain/dates';
import { formatMoney } from '#domain/format';
import {
  deductibleLabel,
  type PaymentFrequency,
  paymentFrequencyLabels,
  tariffNames,
} from '#domain/tariffs/catalogue';
import { ageSurchargePercent, hasAgeSurcharge, periods, surchargeAge, toEuro } from '#domain/tariffs/premium';
import type { Completed, Fact } from './content';

export type Price = {
  tariff: string;
  /** What one direct debit takes: `133,74 €`, and how often: `je Vierteljahr`. */
  amount: string;
  rhythm: string;
  facts: Fact[];
  notes: string[];
};

type Prices = Pick<Completed, 'sets' | 'completedAt'>;

/** Price of a completed application as it was fixed then: nothing is asked of today's catalogue. */
export function priceOf({ sets, completedAt }: Prices): Price {
  const { tariffType, selfParticipation, paymentFrequency, monthlyPremium } = sets['tariff-selection'];
  const { months } = periods[paymentFrequency];
  const monthlyCents = Math.round(monthlyPremium * 100);
  const total = (count: number) => formatMoney(toEuro(monthlyCents * count));
  return {
    tariff: tariffNames[tariffType],
    amount: total(months),
    rhythm: rhythms[paymentFrequency],
    facts: [
      { label: 'Versicherungsbeginn', value: formatDay(sets['horse-data'].insuranceStartDate) },
      { label: 'Selbstbeteiligung', value: deductibleLabel(selfParticipation) },
      { label: 'Zahlweise', value: paymentFrequencyLabels[paymentFrequency] },
      { label: 'Monatsbeitrag', value: total(1) },
      { label: 'Beitrag je Zahlung', value: total(months) },
      { label: 'Jahresbeitrag', value: total(12) },
    ],
    notes: notesOf({ sets, completedAt }),
  };
}

const rhythms: Record<PaymentFrequency, string> = {
  monthly: 'je Monat',
  quarterly: 'je Vierteljahr',
  semiannual: 'je Halbjahr',
  annual: 'je Jahr',
};

function notesOf({ sets, completedAt }: Prices): string[] {
  const { discountPercent } = periods[sets['tariff-selection'].paymentFrequency];
  const old = hasAgeSurcharge(sets['horse-data'].birthDate, berlinDay(new Date(completedAt)));
  return [
    ...(old
      ? [
          `Enthalten ist ein Alterszuschlag von ${ageSurchargePercent} % für Pferde ab ${surchargeAge} Jahren.`,
        ]
      : []),
    ...(discountPercent > 0
      ? [`Abgezogen ist ein Nachlass von ${discountPercent} % für die Zahlweise.`]
      : []),
  ];
}

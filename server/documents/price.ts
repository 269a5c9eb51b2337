import { type Fact, factsOf } from '#domain/facts';
import { formatMoney } from '#domain/format';
import { birthYearFacts, type OfferFacts, offerNotes } from '#domain/offers/offers';
import { horseFields } from '#domain/steps/horse';
import { tariffFields } from '#domain/steps/tariff';
import { perPeriod, tariffNames } from '#domain/tariffs/catalogue';
import { priceNotes } from '#domain/tariffs/explanations';
import { instalmentCents, type PricedSelection, surchargeOf, toEuro } from '#domain/tariffs/premium';
import { coverSentence, waitingSentence } from '#domain/tariffs/waiting';
import { type Copy, dayOf } from './content';

type Selection = NonNullable<Copy['sets']['tariff-selection']>;

export type Price = {
  tariff: string;
  /** Amount of one direct debit, such as `133,74 €`, and how often: `im Vierteljahr`. */
  amount: string;
  rhythm: string;
  facts: Fact[];
  notes: string[];
};

/** The stored price: today's catalogue is not used. */
export function priceOf(selection: Selection, copy: Copy): Price {
  const horse = copy.sets['horse-data'];
  const surcharge = surchargeOf(copy.ageSurchargePercent, horse?.birthDate ?? null, dayOf(copy));
  const start = horse ? [factsOf(horseFields, horse).insuranceStartDate] : [];
  const notes = [
    ...priceNotes(selection.paymentFrequency, surcharge, copy.operator),
    waitingSentence,
    ...(horse ? [coverSentence(horse.insuranceStartDate, selection.tariffType)] : []),
  ];
  return { ...amountsOf(selection, start), notes };
}

/** As it was offered, each sum once. */
export function offeredPrice(offer: OfferFacts, operator: Copy['operator']): Price {
  const { monthlyCents, insuranceStartDate } = offer;
  const [monthlyPremium, annualPremium] = [toEuro(monthlyCents), toEuro(12 * monthlyCents)];
  const { insuranceStartDate: start } = factsOf(horseFields, { insuranceStartDate });
  const known = start.value ? [start] : [];
  const { facts, ...head } = amountsOf({ ...offer, monthlyPremium, annualPremium }, [
    ...known,
    ...birthYearFacts(offer),
  ]);
  const others = facts.filter(({ value }) => value !== head.amount);
  return { ...head, facts: others, notes: offerNotes(offer, operator) };
}

type Amounts = PricedSelection & Pick<Selection, 'monthlyPremium' | 'annualPremium'>;

function amountsOf(priced: Amounts, start: Fact[]): Omit<Price, 'notes'> {
  const { tariffType, paymentFrequency, monthlyPremium, annualPremium } = priced;
  const { tariffType: _, ...chosen } = factsOf(tariffFields, priced);
  const amount = formatMoney(toEuro(instalmentCents(priced)));
  return {
    tariff: tariffNames[tariffType],
    amount,
    rhythm: perPeriod[paymentFrequency],
    facts: [
      ...start,
      ...Object.values(chosen),
      { label: 'Monatsbeitrag', value: formatMoney(monthlyPremium) },
      { label: 'Beitrag je Zahlung', value: amount },
      { label: 'Jahresbeitrag', value: formatMoney(annualPremium) },
    ],
  };
}

/** The tariff step's form: one tariff, one payment frequency, and a deductible on each card. */
import { choiceIn, unchosen } from '#domain/tariffs/calculator';
import {
  type Catalogue,
  type PaymentFrequency,
  paymentFrequencies,
  type TariffType,
  tariffTypes,
} from '#domain/tariffs/catalogue';
import { type Premium, type PricedSelection, quote } from '#domain/tariffs/premium';
import type { FormValues } from '../state';

export type Prices = { catalogue: Catalogue; birthDate: string | null; today: string };

export const deductiblePrefix = 'deductible-';

export const deductibleField = (type: TariffType) => deductiblePrefix + type;

/** Form values of the stored or prefilled selection; without one every card is at `Ohne SB`. */
export function tariffFormValues(chosen: PricedSelection | null): FormValues {
  const deductibleOf = (type: TariffType) => (chosen?.tariffType === type ? chosen.selfParticipation : 0);
  return {
    tariffType: chosen?.tariffType ?? '',
    paymentFrequency: chosen?.paymentFrequency ?? 'monthly',
    ...Object.fromEntries(tariffTypes.map((type) => [deductibleField(type), String(deductibleOf(type))])),
  };
}

/** Form values of the tariff that was chosen on the landing page, or null if the address names none. */
export function chosenOnLandingPage(query: string): FormValues | null {
  const given = new URLSearchParams(query);
  const tariffType = tariffTypes.find((one) => one === given.get('tariff'));
  if (!tariffType) return null;
  const { deductible, frequency: paymentFrequency } = choiceIn(given) ?? unchosen;
  return {
    ...tariffFormValues(null),
    tariffType,
    paymentFrequency,
    [deductibleField(tariffType)]: String(deductible),
  };
}

/** The body of the call: the deductible of the chosen card as an integer. */
export function toTariffInput(values: FormValues) {
  const { tariffType, paymentFrequency } = values;
  const type = tariffTypes.find((one) => one === tariffType);
  return {
    tariffType,
    paymentFrequency,
    selfParticipation: type ? Number(values[deductibleField(type)]) : 0,
  };
}

export function selectionOf(values: Partial<FormValues>, tariffType: TariffType): PricedSelection {
  const frequency: PaymentFrequency =
    paymentFrequencies.find((one) => one === values.paymentFrequency) ?? 'monthly';
  const selfParticipation = Number(values[deductibleField(tariffType)] ?? 0);
  return { tariffType, selfParticipation, paymentFrequency: frequency };
}

export function priceOf(selection: PricedSelection, { catalogue, birthDate, today }: Prices): Premium | null {
  return quote(catalogue, selection, birthDate, today);
}

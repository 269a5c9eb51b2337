/** Data set of step 3: tariff, deductible and payment frequency (docs/product.md, "Field rules"). */
import { Enum, Object as ObjectType, Optional, type Static } from 'typebox';
import type { Fields } from '../facts';
import { choice } from '../fields';
import { formatPercent } from '../format';
import {
  deductibleLabel,
  deductibles,
  type PaymentFrequency,
  paymentFrequencies,
  paymentFrequencyLabels,
  tariffNames,
  tariffTypes,
} from '../tariffs/catalogue';
import { periods } from '../tariffs/premium';

const deductibleMessage = 'Bitte wählen Sie eine Selbstbeteiligung';

export function choiceRules() {
  return {
    tariffType: choice(tariffTypes, 'Bitte wählen Sie einen Tarif'),
    selfParticipation: Enum([...deductibles], { errorMessage: deductibleMessage }),
    paymentFrequency: choice(paymentFrequencies, 'Bitte wählen Sie eine Zahlweise'),
  };
}

export function tariffSelection() {
  const { paymentFrequency, ...rules } = choiceRules();
  return ObjectType({ ...rules, paymentFrequency: Optional(paymentFrequency) });
}

type TariffSelection = Static<ReturnType<typeof tariffSelection>>;

const discount = (frequency: PaymentFrequency) => formatPercent(periods[frequency].discountPercent);

export const tariffFields = {
  tariffType: { label: 'Tarif', options: tariffNames },
  selfParticipation: {
    label: 'Selbstbeteiligung',
    options: Object.fromEntries(deductibles.map((amount) => [amount, deductibleLabel(amount)])),
  },
  paymentFrequency: {
    label: 'Zahlweise',
    options: paymentFrequencyLabels,
    hint: `Bei halbjährlicher Zahlung sparen Sie ${discount('semiannual')}, bei jährlicher ${discount('annual')}.`,
  },
} satisfies Fields<TariffSelection>;

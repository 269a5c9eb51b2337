/** A tariff chosen in the landing page's calculator, as the address of the wizard carries it. */
import { deductibles, paymentFrequencies, tariffTypes } from '../../../domain/tariffs';
import type { FormValues } from './state';
import { deductibleField, tariffFormValues } from './tariff-form';

/** Form values of the choice, or null when the address carries none. */
export function handedOver(query: string): FormValues | null {
  const given = new URLSearchParams(query);
  const tariffType = tariffTypes.find((one) => one === given.get('tariff'));
  if (!tariffType) return null;
  const deductible = deductibles.find((one) => String(one) === given.get('deductible')) ?? 0;
  const paymentFrequency = paymentFrequencies.find((one) => one === given.get('frequency')) ?? 'monthly';
  return {
    ...tariffFormValues(null),
    tariffType,
    paymentFrequency,
    [deductibleField(tariffType)]: String(deductible),
  };
}

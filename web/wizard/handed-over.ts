/** A tariff chosen in the landing page's calculator, as the address of the wizard carries it. */
import { choiceIn, unchosen } from '#domain/tariffs/calculator';
import { tariffTypes } from '#domain/tariffs/catalogue';
import type { FormValues } from './state';
import { deductibleField, tariffFormValues } from './steps/tariff-form';

/** Form values of the choice, or null when the address carries none. */
export function handedOver(query: string): FormValues | null {
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

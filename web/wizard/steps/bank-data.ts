import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { bankCodeOf, ibanLength, isIban, normaliseNumber } from '#domain/bank/numbers';
import { toast } from '../../ui/toasts';
import type { StepForm } from '../form/useStepForm';
import type { FormValues } from '../state';
import { bankQuery } from '../stored';

const names = ['bankName', 'bic'] as const;
type Name = (typeof names)[number];

/**
 * Fills in name and BIC of a German bank from the IBAN, and empties them if the IBAN no longer belongs to the bank.
 * Entries of the visitor stay, and a field with the focus is not changed: call the returned function when it is left.
 */
export function useBankLookup({ form, edited }: Pick<StepForm, 'form' | 'edited'>): (left: Name) => void {
  const iban = normaliseNumber(String(form.watch('iban')));
  const { isSubmitted } = form.formState;
  const bankCode = isIban(iban) ? bankCodeOf(iban) : null;
  const { data: bank } = useQuery(bankQuery(bankCode));
  const offered = useRef<{ [name in Name]?: string }>({});

  /** Fills each result into each field once: a field that the visitor empties stays empty. */
  function offer(name: Name) {
    // an incomplete IBAN names no bank
    if (iban.length > 0 && !isIban(iban)) return;
    const found = bank?.[name] ?? '';
    const former = offered.current[name] ?? '';
    if (found === former) return;
    offered.current[name] = found;
    const present = String(form.getValues(name));
    if (present !== '' && (edited.has(name) || present !== former)) return;
    edited.delete(name);
    form.setValue(name, found, { shouldValidate: isSubmitted });
  }

  const focused = () => document.activeElement?.getAttribute('name');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the bank changes, not when its fields do
  useEffect(() => {
    for (const name of names) if (name !== focused()) offer(name);
  }, [bank, bankCode, iban]);
  // when only the window loses the focus, the visitor returns to the field
  return (left) => {
    if (left !== focused()) offer(left);
  };
}

/** An invalid IBAN or BIC of plausible length also gets a toast (docs/product.md, "IBAN and BIC"). */
export function toastInvalidBankData(refused: string[], values: FormValues) {
  const iban = normaliseNumber(String(values.iban));
  const show = (title: string, description: string) => toast({ title, description, tone: 'destructive' });
  if (refused.includes('iban') && iban.length >= ibanLength.min && iban.length <= ibanLength.max) {
    show('Ungültige IBAN', 'Bitte geben Sie eine gültige IBAN ein.');
  } else if (refused.includes('bic') && String(values.bic).trim().length >= 8) {
    show('Ungültige BIC', 'Bitte geben Sie eine gültige BIC ein.');
  }
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { bankCodeOf, isIban, normaliseIban } from '../../../domain/iban';
import { bankQuery } from './queries';
import type { FormValues } from './state';

const names = ['bankName', 'bic'] as const;

/**
 * Fills name and BIC of a German bank from the IBAN, and takes them back when the IBAN no longer says so. What the
 * visitor wrote there himself stays.
 */
export function useBankLookup(form: UseFormReturn<FormValues>) {
  const iban = normaliseIban(String(form.watch('iban')));
  const { isSubmitted } = form.formState;
  const bankCode = isIban(iban) ? bankCodeOf(iban) : null;
  const { data: bank } = useQuery(bankQuery(bankCode));
  const filled = useRef<{ bankName?: string; bic?: string }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the bank changes, not when its fields do
  useEffect(() => {
    // an IBAN in the middle of being typed says nothing yet
    if (iban.length > 0 && !isIban(iban)) return;
    for (const name of names) {
      const found = bank?.[name] ?? '';
      const present = String(form.getValues(name));
      if (present !== '' && present !== filled.current[name] && present !== found) continue;
      if (present !== found && (found !== '' || filled.current[name])) {
        form.setValue(name, found, { shouldValidate: isSubmitted });
      }
      filled.current[name] = found;
    }
  }, [bank, bankCode, iban]);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { bankCodeOf, isIban, normaliseIban } from '#domain/bank/iban';
import type { StepForm } from '../form/useStepForm';
import { bankQuery } from '../queries';

const names = ['bankName', 'bic'] as const;
type Name = (typeof names)[number];

/**
 * Fills name and BIC of a German bank from the IBAN, and takes them back when the IBAN no longer says so. What the
 * visitor wrote there stays, and a field that he is in is his until he leaves it: call the returned function then.
 */
export function useBankLookup({ form, edited }: Pick<StepForm, 'form' | 'edited'>): (left: Name) => void {
  const iban = normaliseIban(String(form.watch('iban')));
  const { isSubmitted } = form.formState;
  const bankCode = isIban(iban) ? bankCodeOf(iban) : null;
  const { data: bank } = useQuery(bankQuery(bankCode));
  const offered = useRef<{ [name in Name]?: string }>({});

  /** Each find is offered to each field once: a field that was emptied since stays empty. */
  function offer(name: Name) {
    // an IBAN in the middle of being typed says nothing yet
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the bank changes, not when its fields do
  useEffect(() => {
    for (const name of names) if (name !== focused()) offer(name);
  }, [bank, bankCode, iban]);
  // a window that is left takes the field along: the visitor comes back to it
  return (left) => {
    if (left !== focused()) offer(left);
  };
}

/** What the server stores for the wizard: data sets, catalogue, banks, and the step the visitor is on. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import type { SetRecord } from '#domain/application';
import type { SetKey, StepNumber } from '#domain/steps/all';
import { wizardApi as api, href } from '#domain/urls';
import { applicationsApi, fetchBank, fetchCatalogue, RequestFailed } from '../api';
import { toast } from '../ui/toast-state';
import { applicationIdAtom, busyAtom, stepAtom, submittedAtom } from './state';

/** A stored data set; null when it is not saved yet. */
export function setQuery<K extends SetKey>(id: string, key: K) {
  return queryOptions({
    queryKey: [href(api.set<SetKey>(key), { id })],
    queryFn: () => applicationsApi.readSet(id, key),
  });
}

/** What is declared besides the data sets; null when nothing is saved yet. Loaded again with each overview. */
export function declarationsQuery(id: string) {
  return queryOptions({
    queryKey: [href(api.declarations, { id })],
    queryFn: () => applicationsApi.readDeclarations(id),
  });
}

export const catalogueQuery = queryOptions({ queryKey: [api.tariffs], queryFn: fetchCatalogue });

/** The documents and the mail with them. Sends that mail if it was not sent; each time the overview is entered. */
export function documentsQuery(id: string) {
  return queryOptions({
    queryKey: [href(api.offeredDocuments, { id })],
    queryFn: () => applicationsApi.offerDocuments(id),
    staleTime: 0,
    refetchOnMount: 'always' as const,
  });
}

/** The bank of a Bankleitzahl; disabled without one. */
export function bankQuery(bankCode: string | null) {
  return queryOptions({
    queryKey: [href(api.bank, { bankCode: bankCode ?? '' })],
    queryFn: () => fetchBank(bankCode ?? ''),
    enabled: bankCode !== null,
  });
}

/** A stored data set of this application. If it cannot be loaded, the form is empty without a message. */
export function useStoredSet<K extends SetKey>(key: K): { isPending: boolean; record: SetRecord[K] | null } {
  const id = useAtomValue(applicationIdAtom);
  const { isPending, data } = useQuery(setQuery(id, key));
  return { isPending, record: data ?? null };
}

/** Stores a step and shows it. If it cannot be stored, the wizard stays where it is and shows a toast. */
export function useMoveToStep() {
  const id = useAtomValue(applicationIdAtom);
  const setStep = useSetAtom(stepAtom);
  const setBusy = useSetAtom(busyAtom);
  const setSubmitted = useSetAtom(submittedAtom);
  const client = useQueryClient();
  return useCallback(
    async (step: StepNumber) => {
      setBusy(true);
      try {
        await applicationsApi.setStep(id, step);
        // prices and the horse's age are loaded again each time the tariff step is entered
        if (step === 3) {
          await client.invalidateQueries({ ...catalogueQuery, refetchType: 'none' });
          await client.invalidateQueries({ ...setQuery(id, 'horse-data'), refetchType: 'none' });
        }
        setStep(step);
      } catch (error) {
        if (error instanceof RequestFailed && error.status === 409) setSubmitted(true);
        toast({
          title: 'Fehler',
          description: 'Es ist ein Fehler beim Speichern des Fortschritts aufgetreten.',
          tone: 'destructive',
        });
      } finally {
        setBusy(false);
      }
    },
    [id, setStep, setBusy, setSubmitted, client],
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import type { StepNumber } from '#domain/steps/all';
import { applicationsApi, RequestFailed } from '../api';
import { toast } from '../ui/toast-state';
import { catalogueQuery, setQuery } from './queries';
import { applicationIdAtom, busyAtom, stepAtom, submittedAtom } from './state';

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

/** From step to step: by the buttons, and by the browser's Back and Forward. The address stays the same. */
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import type { StepNumber } from '#domain/steps/all';
import { applicationsApi, RequestFailed } from '../api';
import { toastFailure } from '../ui/toasts';
import { applicationIdAtom, begunAtom, busyAtom, refusedAtom, stepAtom, submittedAtom } from './state';
import { catalogueQuery, setQuery } from './stored';

/** Stores a step and shows it, or stays and shows a toast. `followed`: the history is there already. */
export function useMoveToStep() {
  const id = useAtomValue(applicationIdAtom);
  const store = useStore();
  const client = useQueryClient();
  return useCallback(
    async (step: StepNumber, followed?: boolean) => {
      store.set(busyAtom, true);
      try {
        await applicationsApi.setStep(id, step);
        // prices and the horse's age are loaded again each time the tariff step is entered
        if (step === 3) {
          await client.invalidateQueries({ ...catalogueQuery, refetchType: 'none' });
          await client.invalidateQueries({ ...setQuery(id, 'horse-data'), refetchType: 'none' });
        }
        if (!followed) await enterHistory(step);
        store.set(refusedAtom, false);
        store.set(stepAtom, step);
      } catch (error) {
        if (error instanceof RequestFailed && error.status === 409) store.set(submittedAtom, true);
        // it no longer belongs to this browser, or never did, because that takes no cookies: the page says so
        if (error instanceof RequestFailed && error.status === 404) return location.reload();
        toastFailure('Es ist ein Fehler beim Speichern des Fortschritts aufgetreten.');
      } finally {
        store.set(busyAtom, false);
      }
    },
    [id, store, client],
  );
}

/** What an entry holds beside the router's state: its step, and the step of the entry before it. */
type Entry = { step?: StepNumber; from?: StepNumber };

const current = (): Entry => history.state ?? {};

/** Goes to the step in the history: back to the entry before, or to a new one. */
async function enterHistory(step: StepNumber) {
  const entry = current();
  if (step === entry.step) return;
  if (step !== entry.from) return history.pushState({ ...entry, step, from: entry.step }, '');
  // an entry that is added before the browser is back would get lost
  await new Promise((done) => {
    addEventListener('popstate', done, { once: true });
    history.back();
  });
}

export function useBrowserHistory() {
  const store = useStore();
  const moveTo = useMoveToStep();
  const shown = useAtomValue(stepAtom);
  const started = useRef(false);
  useEffect(() => {
    const follow = async () => {
      const { step, from } = current();
      const left = store.get(stepAtom);
      // an entry of a link within the page has no step
      if (!step || store.get(busyAtom)) return;
      // the steps of an application that is submitted or was deleted are passed over
      if (store.get(submittedAtom) || (step !== left && !store.get(begunAtom))) history.back();
      // forward is like "Weiter": what was changed in the meantime is checked and saved
      else if (step > left && from === left)
        document.querySelector<HTMLFormElement>('form[novalidate]')?.requestSubmit();
      else if (step !== left) await moveTo(step, true);
    };
    if (shown !== current().step) {
      // Back or Forward was pressed again while the step was stored
      if (started.current) void follow();
      else history.replaceState({ ...current(), step: shown, from: undefined }, '');
    }
    started.current = true;
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [store, moveTo, shown]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { useRef, useState } from 'react';
import { incompleteTitle } from '#domain/application';
import { setKeys } from '#domain/steps/all';
import { applicationsApi, RequestFailed } from '../../api';
import { toast } from '../../ui/toasts';
import { applicationIdAtom, busyAtom, submittedAtom, successDialogAtom, useWordings } from '../state';
import { trackSubmission } from '../tracking';
import type { Notice, Overview } from './refused';

/** Submits the application. `refusals`: the server's messages if a rule no longer holds. */
export function useSubmitApplication() {
  const id = useAtomValue(applicationIdAtom);
  const store = useStore();
  const [refusals, setRefusals] = useState<string[]>([]);
  const [notice, setNotice] = useState<Notice>({});
  const client = useQueryClient();
  const wordings = useWordings();

  const sending = useRef(false);

  async function submit(shown: Overview) {
    if (sending.current) return;
    sending.current = true;
    store.set(busyAtom, true);
    setRefusals([]);
    setNotice({});
    try {
      const { sets, adviceWaiver } = shown;
      const state = [...setKeys.map((key) => sets[key].state), adviceWaiver].join('.');
      await applicationsApi.complete(id, state, sets['tariff-selection'].monthlyPremium, wordings.header);
      store.set(submittedAtom, true);
      trackSubmission(true);
      store.set(successDialogAtom, true);
    } catch (error) {
      trackSubmission(false);
      await refuse(error, shown).catch(toastFailure);
    } finally {
      sending.current = false;
      store.set(busyAtom, false);
    }
  }

  async function refuse(error: unknown, shown: Overview) {
    if (!(error instanceof RequestFailed)) throw error;
    if (error.status === 409) {
      const { explain } = await import('./refused');
      return setNotice(await explain({ refused: error, shown, client, id }));
    }
    setRefusals(error.fieldErrors.map(({ message }) => `${message}.`));
    throw error;
  }
  return { submit, refusals, notice };
}

function toastFailure(error: unknown) {
  const incomplete = error instanceof RequestFailed && error.text.includes(incompleteTitle);
  const [title, description] = incomplete
    ? [incompleteTitle, 'Bitte füllen Sie alle erforderlichen Formulare aus.']
    : ['Fehler', 'Es ist ein Fehler beim Absenden des Antrags aufgetreten.'];
  toast({ title, description, tone: 'destructive' });
}

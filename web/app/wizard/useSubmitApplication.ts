import { useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { incompleteTitle } from '../../../domain/application';
import { applicationsApi, RequestFailed } from '../../api';
import { toast } from '../../ui/toast-state';
import { applicationIdAtom, busyAtom, submittedAtom, successDialogAtom } from './state';
import { trackSubmission } from './tracking';

/** Sends the application; `refusals` are the server's messages when a rule no longer holds. */
export function useSubmitApplication() {
  const id = useAtomValue(applicationIdAtom);
  const setBusy = useSetAtom(busyAtom);
  const setSubmitted = useSetAtom(submittedAtom);
  const setDialog = useSetAtom(successDialogAtom);
  const [refusals, setRefusals] = useState<string[]>([]);

  const sending = useRef(false);

  async function submit() {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefusals([]);
    try {
      await applicationsApi.complete(id);
      setSubmitted(true);
      trackSubmission(true);
      setDialog(true);
    } catch (error) {
      trackSubmission(false);
      tell(error);
      if (error instanceof RequestFailed) setRefusals(error.fieldErrors.map(({ message }) => `${message}.`));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }
  return { submit, refusals };
}

function tell(error: unknown) {
  const incomplete = error instanceof RequestFailed && error.text.includes(incompleteTitle);
  const [title, description] = incomplete
    ? [incompleteTitle, 'Bitte füllen Sie alle erforderlichen Formulare aus.']
    : ['Fehler', 'Es ist ein Fehler beim Absenden des Antrags aufgetreten.'];
  toast({ title, description, tone: 'destructive' });
}

import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { incompleteTitle } from '#domain/application';
import { toEuro } from '#domain/tariffs/premium';
import { applicationsApi, RequestFailed } from '../../api';
import { toast } from '../../ui/toast-state';
import { applicationIdAtom, busyAtom, submittedAtom, successDialogAtom } from '../state';
import { setQuery } from '../stored';
import { trackSubmission } from '../tracking';
import { useWordings } from '../wordings';

/**
 * Submits the application. `refusals`: the server's messages if a rule no longer holds. `formerPremium`: the price
 * that was shown (EUR a month) if it has risen; the cached selection then has the new price.
 */
export function useSubmitApplication() {
  const id = useAtomValue(applicationIdAtom);
  const setBusy = useSetAtom(busyAtom);
  const setSubmitted = useSetAtom(submittedAtom);
  const setDialog = useSetAtom(successDialogAtom);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [formerPremium, setFormerPremium] = useState<number | null>(null);
  const client = useQueryClient();
  const wordings = useWordings();

  const sending = useRef(false);

  async function submit(shownPremium: number) {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefusals([]);
    setFormerPremium(null);
    try {
      await applicationsApi.complete(id, shownPremium, wordings.header);
      setSubmitted(true);
      trackSubmission(true);
      setDialog(true);
    } catch (error) {
      trackSubmission(false);
      const refused = error instanceof RequestFailed ? error : null;
      if (refused?.monthlyPremium) {
        showPremium(refused.monthlyPremium);
        return setFormerPremium(shownPremium);
      }
      toastFailure(error);
      if (refused) setRefusals(refused.fieldErrors.map(({ message }) => `${message}.`));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  function showPremium(monthlyPremium: number) {
    const annualPremium = toEuro(Math.round(monthlyPremium * 100) * 12);
    client.setQueryData(
      setQuery(id, 'tariff-selection').queryKey,
      (stored) => stored && { ...stored, monthlyPremium, annualPremium },
    );
  }
  return { submit, refusals, formerPremium };
}

function toastFailure(error: unknown) {
  const incomplete = error instanceof RequestFailed && error.text.includes(incompleteTitle);
  const [title, description] = incomplete
    ? [incompleteTitle, 'Bitte füllen Sie alle erforderlichen Formulare aus.']
    : ['Fehler', 'Es ist ein Fehler beim Absenden des Antrags aufgetreten.'];
  toast({ title, description, tone: 'destructive' });
}

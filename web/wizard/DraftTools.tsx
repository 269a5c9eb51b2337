import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { setKeys } from '#domain/steps/all';
import { href, publicPages as pages, wizardApi } from '#domain/urls';
import { applicationsApi, type RequestFailed } from '../api';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { toast } from '../ui/toast-state';
import { saveFailed } from './form/useStepForm';
import { applicationIdAtom, draftAtom } from './state';

/** What a visitor can do with a saved application besides going on: continue later by a link, or delete it. */
export function DraftTools() {
  const id = useAtomValue(applicationIdAtom);
  const setDraft = useSetAtom(draftAtom);
  const [asking, setAsking] = useState(false);
  async function remove() {
    setAsking(false);
    try {
      await applicationsApi.remove(id);
      // or going back and on would begin it anew
      for (const key of setKeys) setDraft(key, null);
      location.replace(pages.home);
    } catch (error) {
      toast({ ...saveFailed, description: (error as RequestFailed).sentence ?? saveFailed.description });
    }
  }
  return (
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <form method="post" action={href(wizardApi.accessLink, { id })}>
        <Button type="submit" look="quiet">
          Später fortsetzen
        </Button>
      </form>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Entwurf löschen
      </Button>
      <ConfirmDialog
        open={asking}
        title="Entwurf löschen?"
        confirm="Ja, löschen"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        Alle Angaben und E-Mails dazu werden endgültig gelöscht.
      </ConfirmDialog>
    </div>
  );
}

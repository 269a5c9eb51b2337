import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { type ReactNode, useState } from 'react';
import { setKeys } from '#domain/steps/all';
import { Button } from '../ui/button';
import { toast } from '../ui/toasts';
import { type StepForm, saveFailed } from './form/useStepForm';
import { LinkForm } from './LinkForm';
import { applicationIdAtom, busyAtom, draftAtom } from './state';
import { setQuery } from './stored';

/** To continue a saved application later by a link, or delete it. `form`: of the open step, unless the overview. */
export function DraftTools({ form }: { form?: StepForm }) {
  const id = useAtomValue(applicationIdAtom);
  const busy = useAtomValue(busyAtom);
  const store = useStore();
  const client = useQueryClient();
  const [question, setQuestion] = useState<ReactNode>(null);
  // only if it was saved or loaded here
  const { data: contact } = useQuery({ ...setQuery(id, 'contact-data'), enabled: false });
  if (form && form.step < 3 && !contact) return null;

  /** Asks before the draft is deleted, or before the page is left by its form. */
  async function ask(leaving?: HTMLFormElement) {
    try {
      const { askBefore } = await import('./draft-questions');
      setQuestion(await askBefore({ leaving, form, store, client, onClose: () => setQuestion(null) }));
    } catch {
      toast(saveFailed);
    }
  }
  return (
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <LinkForm
        id={id}
        onSubmit={(event) => {
          if (!setKeys.some(store.get(draftAtom))) return;
          event.preventDefault();
          void ask(event.currentTarget);
        }}
      >
        <Button type="submit" look="quiet" disabled={busy}>
          Später fortsetzen
        </Button>
      </LinkForm>
      <Button look="quiet" disabled={busy} onClick={() => void ask()}>
        Entwurf löschen
      </Button>
      {question}
    </div>
  );
}

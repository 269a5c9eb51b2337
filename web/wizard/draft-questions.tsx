/** What is asked before a draft is deleted or left. Loaded when it is needed. */
import type { QueryClient } from '@tanstack/react-query';
import type { createStore } from 'jotai';
import type { ReactNode } from 'react';
import { type SetRecord, setFields } from '#domain/application';
import { type SetKey, setKeys, stepOf } from '#domain/steps/all';
import { publicPages as pages } from '#domain/urls';
import { applicationsApi, type RequestFailed } from '../api';
import { ConfirmDialog } from '../ui/dialogs';
import { toast } from '../ui/toasts';
import { type StepForm, saveFailed, valuesOf } from './form/useStepForm';
import { applicationIdAtom, draftAtom, type FormValues } from './state';
import { deductiblePrefix, tariffFormValues } from './steps/tariff-form';
import { setQuery } from './stored';

type Asked = {
  /** The form that leaves the page; without one the draft is to be deleted. */
  leaving: HTMLFormElement | undefined;
  form: StepForm | undefined;
  store: ReturnType<typeof createStore>;
  client: QueryClient;
  onClose: () => void;
};

/**
 * The question, or null. Before the page is left, the open step is saved if it passes its rules; the question is about
 * entries that would be lost even so. Without any the page is left, and if saving failed, it stays.
 */
export async function askBefore(asked: Asked): Promise<ReactNode> {
  const { leaving, form } = asked;
  if (!leaving) return <DeleteQuestion {...asked} />;
  const ofStep = ({ key }: Unsaved) => stepOf(key).number === form?.step;
  if (unsavedIn(asked).some(ofStep) && !(await form?.keep())) return null;
  const unsaved = unsavedIn(asked);
  const labels = unsaved.map((one) => (ofStep(one) ? one.label : `${one.label} (${stepOf(one.key).label})`));
  if (labels.length > 0) return <LeaveQuestion {...asked} labels={labels} leave={() => leaving.submit()} />;
  leaving.submit();
  return null;
}

type Unsaved = { key: SetKey; label: string };

/** The visitor's entries in all steps that are not what is stored, in the order of the forms. */
function unsavedIn({ store, client }: Asked): Unsaved[] {
  const id = store.get(applicationIdAtom);
  const draftOf = store.get(draftAtom);
  return setKeys.flatMap((key) => {
    const stored = storedValues(key, client.getQueryData(setQuery(id, key).queryKey) ?? null);
    const entered = Object.entries(draftOf(key) ?? {}).filter(([name, value]) => value !== stored[name]);
    const names = entered.map(([name]) => (name.startsWith(deductiblePrefix) ? 'selfParticipation' : name));
    return Object.entries(setFields[key]).flatMap(([name, { label }]) =>
      names.includes(name) ? [{ key, label }] : [],
    );
  });
}

function storedValues<K extends SetKey>(key: K, record: SetRecord[K] | null): FormValues {
  if (key !== 'tariff-selection') return valuesOf(key, record ?? {});
  return tariffFormValues(record as SetRecord['tariff-selection'] | null);
}

type LeaveProps = { labels: string[]; leave: () => void; onClose: () => void };

function LeaveQuestion({ labels, leave, onClose }: LeaveProps) {
  return (
    <ConfirmDialog
      open
      title="Später fortsetzen?"
      confirm="Trotzdem fortfahren"
      cancel="Zurück zum Schritt"
      onConfirm={leave}
      onClose={onClose}
    >
      <p>Diese Angaben sind noch nicht gespeichert:</p>
      <ul className="list-disc pl-5 font-semibold text-ink">
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
      <p>Ein Schritt lässt sich speichern, sobald er vollständig und richtig ausgefüllt ist.</p>
    </ConfirmDialog>
  );
}

function DeleteQuestion({ store, onClose }: Pick<Asked, 'store' | 'onClose'>) {
  async function remove() {
    onClose();
    try {
      await applicationsApi.remove(store.get(applicationIdAtom));
      // or going back and on would begin it anew
      for (const key of setKeys) store.set(draftAtom, key, null);
      location.replace(pages.home);
    } catch (error) {
      toast({ ...saveFailed, description: (error as RequestFailed).sentence ?? saveFailed.description });
    }
  }
  return (
    <ConfirmDialog
      open
      title="Entwurf löschen?"
      confirm="Ja, löschen"
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      Alle Angaben und E-Mails dazu werden endgültig gelöscht.
    </ConfirmDialog>
  );
}

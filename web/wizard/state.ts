/** The state of the wizard, in one Jotai store per application id. */
import { atom, createStore, useAtomValue } from 'jotai';
import { createContext, type ReactNode, useContext } from 'react';
import type { WizardWordings } from '#domain/law/wordings';
import type { Prefill } from '#domain/preparations/prefill';
import type { SetKey, StepNumber } from '#domain/steps/all';
import { mandateFields } from '#domain/steps/sets';
import { readStored, writeStored } from '../storage';
import { type Clock, clockFrom, useDay } from '../today';
import type { WizardStart } from './start';

export type FormValues = Record<string, string | boolean>;
type Drafts = { [K in SetKey]?: FormValues };

export const applicationIdAtom = atom('');
export const clockAtom = atom<Clock>({ sent: '', today: () => '' });
export const stepAtom = atom<StepNumber>(1);
export const prefillAtom = atom<Prefill | undefined>(undefined);
export const begunAtom = atom(false);
/** While a step is saved, the buttons are disabled. */
export const busyAtom = atom(false);
export const refusedAtom = atom(false);
/** The application is completed. The dialog is shown only right after that. */
export const submittedAtom = atom(false);
export const successDialogAtom = atom(false);

export const questionAtom = atom<ReactNode>(null);

const draftsAtom = atom<Drafts>({});
// bank data must not stay on the computer when the visitor leaves the form
const { mandateConsent: _, ...bankFields } = mandateFields;
const neverKept = Object.keys(bankFields);

/** Unsaved entries. They survive a reload in the session storage. */
export const draftAtom = atom(
  (get) => (key: SetKey) => get(draftsAtom)[key] ?? readDraft(get(applicationIdAtom), key),
  (get, set, key: SetKey, values: FormValues | null) => {
    set(draftsAtom, (drafts) => ({ ...drafts, [key]: values ?? undefined }));
    writeDraft(get(applicationIdAtom), key, values && withoutBankData(values));
  },
);

export function createWizardStore(id: string, start: WizardStart) {
  const store = createStore();
  store.set(applicationIdAtom, id);
  store.set(clockAtom, clockFrom(start.today));
  store.set(stepAtom, start.step);
  store.set(begunAtom, start.begun);
  store.set(submittedAtom, start.completed);
  store.set(prefillAtom, start.prefill);
  return store;
}

/** The day to show. Rules ask the clock when they are used. */
export const useToday = () => useDay(useAtomValue(clockAtom));

const storageKey = (id: string, key: SetKey) => `draft:${id}:${key}`;

function withoutBankData(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !neverKept.includes(name)));
}

function readDraft(id: string, key: SetKey): FormValues | null {
  try {
    return JSON.parse(readStored(storageKey(id, key), 'session') ?? 'null');
  } catch {
    return null;
  }
}

/** If the browser refuses the storage, only the draft is lost, and only on a reload. */
function writeDraft(id: string, key: SetKey, values: FormValues | null) {
  writeStored(storageKey(id, key), values && JSON.stringify(values), 'session');
}

/** The wordings that come with the page, because a proof names exactly what the page showed. */
export const WordingsContext = createContext<WizardWordings | null>(null);

export function useWordings(): WizardWordings {
  const wordings = useContext(WordingsContext);
  if (!wordings) throw new Error('The page has no wordings.');
  return wordings;
}

export const SubmitLabel = createContext('');

/** The wizard's own state, in one Jotai store per application id. */
import { atom, createStore } from 'jotai';
import type { SetKey, StepNumber } from '#domain/steps/all';
import { mandateFields } from '#domain/steps/sepa';
import type { WizardStart } from './start';

export type FormValues = Record<string, string | boolean>;
type Drafts = { [K in SetKey]?: FormValues };

export const applicationIdAtom = atom('');
export const todayAtom = atom('');
export const stepAtom = atom<StepNumber>(1);
/** Something of the application is stored. */
export const begunAtom = atom(false);
/** Something is being saved: no second click. */
export const busyAtom = atom(false);
/** True once the application is completed; the dialog is shown only right after that. */
export const submittedAtom = atom(false);
export const successDialogAtom = atom(false);

const draftsAtom = atom<Drafts>({});
// bank data of a form that was left does not stay behind on the machine
const { mandateConsent: _, ...bankFields } = mandateFields;
const neverKept = Object.keys(bankFields);

/** Entries not yet saved: they survive a reload in the session storage. */
export const draftAtom = atom(
  (get) => (key: SetKey) => get(draftsAtom)[key] ?? readDraft(get(applicationIdAtom), key),
  (get, set, key: SetKey, values: FormValues | null) => {
    set(draftsAtom, (drafts) => ({ ...drafts, [key]: values ?? undefined }));
    writeDraft(get(applicationIdAtom), key, values && withoutBankData(values));
  },
);

/** A store that begins where the page says. */
export function createWizardStore(id: string, start: WizardStart) {
  const store = createStore();
  store.set(applicationIdAtom, id);
  store.set(todayAtom, start.today);
  store.set(stepAtom, start.step);
  store.set(begunAtom, start.begun);
  store.set(submittedAtom, start.completed);
  return store;
}

const storageKey = (id: string, key: SetKey) => `draft:${id}:${key}`;

function withoutBankData(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !neverKept.includes(name)));
}

function readDraft(id: string, key: SetKey): FormValues | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(id, key)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
    // a version of this page before may have left some
    return withoutBankData({ ...stored });
  } catch {
    return null;
  }
}

/** A browser that refuses its storage costs the draft after a reload, nothing more. */
function writeDraft(id: string, key: SetKey, values: FormValues | null) {
  try {
    if (values) sessionStorage.setItem(storageKey(id, key), JSON.stringify(values));
    else sessionStorage.removeItem(storageKey(id, key));
  } catch {}
}

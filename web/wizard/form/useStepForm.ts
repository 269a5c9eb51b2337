import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type RegisterOptions, type UseFormReturn, useForm } from 'react-hook-form';
import { checkSet, type SetInput, type SetRecord, setFields, setSchema } from '#domain/application';
import { isConsent } from '#domain/facts';
import { pausedTitle } from '#domain/site-state';
import { type SetKey, type StepNumber, stepOf } from '#domain/steps/all';
import { foreignAddress } from '#domain/steps/sets';
import { applicationsApi, RequestFailed } from '../../api';
import { resolverOf } from '../../hydrated/form';
import { type ToastMessage, toast } from '../../ui/toasts';
import { useMoveToStep } from '../move';
import { useUnsent } from '../network';
import {
  applicationIdAtom,
  begunAtom,
  busyAtom,
  clockAtom,
  draftAtom,
  type FormValues,
  refusedAtom,
  submittedAtom,
} from '../state';
import { setQuery } from '../stored';
import { trackCompletion, trackRefusal } from '../tracking';

type Options = {
  set: SetKey;
  values: FormValues;
  toInput?: (values: FormValues) => unknown;
  success?: ToastMessage;
  onRefused?: (names: string[], values: FormValues) => void;
};

type Input = SetInput[SetKey];
type Form = UseFormReturn<FormValues, unknown, Input>;

export const saveFailed: ToastMessage = {
  title: 'Fehler',
  description: 'Es ist ein Fehler beim Speichern der Daten aufgetreten.',
  tone: 'destructive',
};

/** Values of a data set's form. Fields that are not known are empty. */
export function valuesOf<K extends SetKey>(
  set: K,
  known: Partial<SetInput[K]> | Partial<SetRecord[K]>,
): FormValues {
  const values = Object.entries(setFields[set]).map(([name, field]) => [
    name,
    Reflect.get(known, name) ?? (isConsent(field) ? false : ''),
  ]);
  return Object.fromEntries(values);
}

/** The form of a step: checked by the domain, kept as a draft, and saved before the next step is shown. */
export function useStepForm(options: Options) {
  const { set, values, toInput = (entered) => entered } = options;
  const step = stepOf(set).number;
  const fields = setFields[set];
  const { today } = useAtomValue(clockAtom);
  const form = useForm<FormValues, unknown, Input>({
    defaultValues: values,
    resolver: resolverOf((entered) => checkSet(set, today(), toInput(entered))),
    shouldFocusError: false,
  });
  const edited = useDraft(set, form);
  const save = useSave(options, step, form);
  const { errors, submitCount } = form.formState;
  const refuse = useSetAtom(refusedAtom);

  return {
    form,
    step,
    fields,
    required: setSchema(set, today()).required,
    /** Names of the fields that hold what the visitor entered, not what was prefilled. */
    edited,
    submitCount,
    refused: Object.entries(fields).flatMap(([path, { label }]) => (errors[path] ? [{ path, label }] : [])),
    field: (name: string, rules?: RegisterOptions<FormValues>) => ({
      ...form.register(name, rules),
      error: errors[name]?.message,
    }),
    /** Saves entries that pass the rules, and stays at the step. False if that failed. */
    keep: async (): Promise<boolean> => {
      const checked = checkSet(set, today(), toInput(form.getValues()));
      return !checked.ok || (await save(checked.value, true));
    },
    onSubmit: form.handleSubmit(
      (input) => void save(input),
      (refused) => {
        const names = Object.keys(refused);
        trackRefusal(step, names);
        refuse(true);
        options.onRefused?.(names, form.getValues());
      },
    ),
  };
}

export type StepForm = ReturnType<typeof useStepForm>;

function useSave({ set, success = { title: 'Daten gespeichert' } }: Options, step: StepNumber, form: Form) {
  const id = useAtomValue(applicationIdAtom);
  const client = useQueryClient();
  const store = useStore();
  const moveTo = useMoveToStep();

  const saving = useRef(false);
  const unsent = useUnsent();

  async function save(input: Input, stays?: boolean, again?: boolean): Promise<boolean> {
    const entered = JSON.stringify(form.getValues());
    const isChanged = () => entered !== JSON.stringify(form.getValues());
    unsent.current = null;
    store.set(refusedAtom, false);
    store.set(busyAtom, true);
    try {
      const { record, created } = await applicationsApi.saveSet(id, set, input);
      client.setQueryData(setQuery(id, set).queryKey, record);
      trackCompletion(step, input, created && !store.get(begunAtom));
      store.set(begunAtom, true);
      // beside the next step: a failure is made up for in the overview
      if (set === 'tariff-selection') applicationsApi.discloseDocuments(id).catch(() => {});
    } catch (error) {
      store.set(busyAtom, false);
      // the one call that is repeated: it got no answer, so it is sent once more when the network is back
      if (!again && !(error instanceof RequestFailed))
        unsent.current = () => store.get(busyAtom) || isChanged() || void saveOnce(input, stays, true);
      tell(error, { form, store, client });
      return false;
    }
    // an entry that changed during the save is not saved: it stays a draft
    if (!isChanged()) store.set(draftAtom, set, null);
    toast(success);
    if (stays) store.set(busyAtom, false);
    else await moveTo((step + 1) as StepNumber);
    return true;
  }

  const saveOnce = async (...given: Parameters<typeof save>): Promise<boolean> => {
    // the button is disabled with the next render, which is too late for a second click
    if (saving.current) return false;
    saving.current = true;
    const saved = await save(...given);
    saving.current = false;
    return saved;
  };
  return saveOnce;
}

type Place = { form: Form; store: ReturnType<typeof useStore>; client: QueryClient };

/** Says why nothing was saved: at the fields, by a toast, or by another page. */
function tell(error: unknown, { form, store, client }: Place) {
  const refused = error instanceof RequestFailed ? error : null;
  store.set(refusedAtom, refused !== null);
  for (const { path, message } of refused?.fieldErrors ?? []) form.setError(path, { message });
  if (refused?.sentence === foreignAddress) {
    form.setError('email', { message: foreignAddress });
    import('../foreign-question').then(({ askAnew }) => askAnew({ store, client })).catch(() => {});
    return;
  }
  const isPaused = refused?.sentence === pausedTitle;
  if (refused?.status === 409 && !isPaused) store.set(submittedAtom, true);
  // it no longer belongs to this browser, or nothing new is taken: the page says so, and the entries stay as a draft
  if (refused?.status === 404 || isPaused) location.reload();
  else toast(saveFailed);
}

/** Restores entries after a reload, and keeps the visitor's entries until they are saved. Returns their names. */
function useDraft(set: SetKey, form: Form): Set<string> {
  const store = useStore();
  const [edited] = useState(() => new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useLayoutEffect(() => {
    const draft = store.get(draftAtom)(set);
    if (!draft) return;
    for (const name of Object.keys(draft)) edited.add(name);
    form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  }, []);
  useEffect(() => {
    const subscription = form.watch((values, { type, name }) => {
      if (type !== 'change' || !name) return;
      edited.add(name);
      // prefilled values are left out: they are prefilled again
      const kept = Object.entries(values).filter(([key]) => edited.has(key));
      store.set(draftAtom, set, Object.fromEntries(kept) as FormValues);
    });
    return () => subscription.unsubscribe();
  }, [form, set, store, edited]);
  return edited;
}

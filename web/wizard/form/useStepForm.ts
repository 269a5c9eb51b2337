import { useQueryClient } from '@tanstack/react-query';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type FieldErrors, type RegisterOptions, type Resolver, useForm } from 'react-hook-form';
import { checkSet, type SetInput } from '#domain/application';
import type { FieldError } from '#domain/fields';
import type { SetKey, StepNumber } from '#domain/steps/all';
import { applicationsApi, RequestFailed } from '../../api';
import { type ToastMessage, toast } from '../../ui/toast-state';
import { setQuery } from '../queries';
import {
  applicationIdAtom,
  begunAtom,
  busyAtom,
  draftAtom,
  type FormValues,
  submittedAtom,
  todayAtom,
} from '../state';
import { trackCompletion, trackRefusal } from '../tracking';
import { useMoveToStep } from '../useNavigateSteps';

export type StepFormOptions<K extends SetKey> = {
  set: K;
  step: StepNumber;
  /** Visible label of each field, in the order of the form. */
  labels: Record<string, string>;
  /** What the form shows at first: empty, prefilled or stored. */
  values: FormValues;
  /** What the form's values mean for the API. */
  toInput?: (values: FormValues) => unknown;
  success: ToastMessage;
  /** Called with the fields that were refused. */
  onRefused?: (errors: FieldError[], values: FormValues) => void;
};

const saveFailed: ToastMessage = {
  title: 'Fehler',
  description: 'Es ist ein Fehler beim Speichern der Daten aufgetreten.',
  tone: 'destructive',
};

/** One step's form: the domain's schema checks it, a draft keeps it, `save` stores it and goes on. */
export function useStepForm<K extends SetKey>(options: StepFormOptions<K>) {
  const { set, labels, values, toInput = asIs } = options;
  const today = useAtomValue(todayAtom);
  const form = useForm<FormValues>({
    defaultValues: values,
    resolver: resolverOf(set, today, toInput),
    shouldFocusError: false,
  });
  const edited = useDraft(set, form);
  const save = useSave(options, form);
  const { errors, submitCount } = form.formState;

  return {
    form,
    /** Names of the fields that hold what the visitor entered, not what was prefilled. */
    edited,
    submitCount,
    labels,
    errors: Object.keys(labels).flatMap((path) => {
      const message = errors[path]?.message;
      return typeof message === 'string' ? [{ path, message }] : [];
    }),
    /** Props of a field: its label, its registration, its message. */
    field: (name: string, rules?: RegisterOptions<FormValues>) => ({
      ...form.register(name, rules),
      label: labels[name] ?? name,
      error: messageOf(errors, name),
    }),
    onSubmit: form.handleSubmit(save, (refused) => {
      const list = Object.keys(refused).map((path) => ({ path, message: messageOf(refused, path) ?? '' }));
      trackRefusal(
        options.step,
        list.map(({ path }) => path),
      );
      options.onRefused?.(list, form.getValues());
    }),
  };
}

export type StepForm = ReturnType<typeof useStepForm>;

function useSave<K extends SetKey>(
  { set, step, success, toInput = asIs }: StepFormOptions<K>,
  form: ReturnType<typeof useForm<FormValues>>,
) {
  const id = useAtomValue(applicationIdAtom);
  const today = useAtomValue(todayAtom);
  const setBusy = useSetAtom(busyAtom);
  const setDraft = useSetAtom(draftAtom);
  const setSubmitted = useSetAtom(submittedAtom);
  const [begun, setBegun] = useAtom(begunAtom);
  const client = useQueryClient();
  const moveTo = useMoveToStep();

  const saving = useRef(false);

  async function save(values: FormValues) {
    setBusy(true);
    try {
      const checked = checkSet(set, today, toInput(values));
      // the clean value, without blanks in bank data; the resolver has found it to be an input of this set
      const input = (checked.ok ? checked.value : toInput(values)) as SetInput[K];
      const { record, created } = await applicationsApi.saveSet(id, set, input);
      client.setQueryData(setQuery(id, set).queryKey, record);
      trackCompletion(step, input, created && !begun);
      setBegun(true);
    } catch (error) {
      setBusy(false);
      const refused = error instanceof RequestFailed ? error : null;
      for (const { path, message } of refused?.fieldErrors ?? []) form.setError(path, { message });
      if (refused?.status === 409) setSubmitted(true);
      toast(saveFailed);
      return;
    }
    // what was changed while it was being saved is not saved: it stays a draft
    if (JSON.stringify(values) === JSON.stringify(form.getValues())) setDraft(set, null);
    toast(success);
    await moveTo((step + 1) as StepNumber);
  }

  return async (values: FormValues) => {
    // the busy button comes a render late: a second click must not send a second time
    if (saving.current) return;
    saving.current = true;
    await save(values);
    saving.current = false;
  };
}

/** Takes up entries of before a reload, and keeps what the visitor changed until it is saved; returns which those are. */
function useDraft(set: SetKey, form: ReturnType<typeof useForm<FormValues>>): Set<string> {
  const draftOf = useAtomValue(draftAtom);
  const setDraft = useSetAtom(draftAtom);
  const [edited] = useState(() => new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useLayoutEffect(() => {
    const draft = draftOf(set);
    if (!draft) return;
    for (const name of Object.keys(draft)) edited.add(name);
    form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  }, []);
  useEffect(() => {
    const subscription = form.watch((values, { type, name }) => {
      if (type !== 'change' || !name) return;
      edited.add(name);
      // what was prefilled stays out: it is taken anew from where it came from
      const kept = Object.entries(values).filter(([key]) => edited.has(key));
      setDraft(set, Object.fromEntries(kept) as FormValues);
    });
    return () => subscription.unsubscribe();
  }, [form, set, setDraft, edited]);
  return edited;
}

function resolverOf(
  set: SetKey,
  today: string,
  toInput: (values: FormValues) => unknown,
): Resolver<FormValues> {
  return (values) => {
    const checked = checkSet(set, today, toInput(values));
    // the form keeps its own shape; the schema's clean value is made again by the server
    if (checked.ok) return { values, errors: {} };
    const errors = checked.errors.map(({ path, message }) => [path, { type: 'domain', message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}

function messageOf(errors: FieldErrors<FormValues>, name: string): string | undefined {
  const message = errors[name]?.message;
  return typeof message === 'string' ? message : undefined;
}

function asIs(values: FormValues): unknown {
  return values;
}

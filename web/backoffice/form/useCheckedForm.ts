import { useLayoutEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { Checked, FieldError } from '#domain/fields';
import { resolverOf } from '../../hydrated/form';

/** A form whose entries `check` turns into what is sent. The first wrong field gets the focus when they are refused. */
export function useCheckedForm<Typed extends FieldValues, Sent>(
  defaultValues: DefaultValues<Typed>,
  check: (typed: Typed) => Checked<Sent>,
) {
  const form = useForm<Typed, unknown, Sent>({
    defaultValues,
    resolver: resolverOf(check),
    // it would move the focus a second time, after a pause in which somebody may have gone on to the next field
    shouldFocusError: false,
  });
  const { submitCount } = form.formState;
  const [refusals, setRefusals] = useState(0);
  const ref = useRef<HTMLFormElement>(null);
  // with the message, so that nothing happens in between
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt to send
  useLayoutEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitCount, refusals]);
  const refuse = (errors: readonly FieldError[]) => {
    for (const { path, message } of errors) form.setError(path as Path<Typed>, { message });
    if (errors.length > 0) setRefusals(refusals + 1);
  };
  return { ...form, ref, refuse };
}

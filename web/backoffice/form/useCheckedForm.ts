import { useLayoutEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { Checked } from '#domain/fields';
import { resolverOf } from '../../hydrated/form';

/** A form whose entries `check` turns into what is sent. The first wrong field gets the focus when it is refused. */
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
  const ref = useRef<HTMLFormElement>(null);
  // with the message, so that nothing happens in between
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt to send
  useLayoutEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitCount]);
  return { ...form, ref };
}

import type { ReactNode } from 'react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { Checked, FieldError } from '#domain/fields';
import { resolverOf } from '../../hydrated/form';
import { Button, type ButtonLook } from '../../ui/button';

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

/** Gives the focus to the first wrong field of a form when something new is wrong. Return value: the ref of the form. */
export function useFirstError(errors: readonly FieldError[]) {
  const form = useRef<HTMLFormElement>(null);
  const known = useRef<readonly FieldError[]>([]);
  useLayoutEffect(() => {
    // typing takes messages away, which must not move the focus
    const news = errors.some((error) => !known.current.includes(error));
    known.current = errors;
    if (news) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  return form;
}

export function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

type SubmitButtonProps = {
  busy: boolean;
  busyLabel?: string;
  look?: ButtonLook;
  className?: string;
  children?: ReactNode;
};

/** Sends the form. Not `disabled` while it does: a disabled button loses the focus. */
export function SubmitButton({
  busy,
  busyLabel = 'Wird gespeichert...',
  look,
  className,
  children = 'Speichern',
}: SubmitButtonProps) {
  return (
    <Button type="submit" look={look} className={className} aria-disabled={busy}>
      {busy ? busyLabel : children}
    </Button>
  );
}

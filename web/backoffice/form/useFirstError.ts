import { useLayoutEffect, useRef } from 'react';
import type { FieldError } from '#domain/fields';

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

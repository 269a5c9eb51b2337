import type { FocusEvent } from 'react';

/** On a form that writes to a customer, when a field is entered or left: what is wrong with the domain of the address. */
export function lookAtEmail({ target }: FocusEvent) {
  const field = target as HTMLInputElement;
  if (field.type === 'email') import('../../ui/email-hint').then(({ look }) => look(field)).catch(() => {});
}

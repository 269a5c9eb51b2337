import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields';

/** Takes a code of the app or a recovery code, so that it is no field for numbers. */
export function CodeField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Code"
      hint="Sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode."
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      aria-required
      {...field}
    />
  );
}

import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '../../ui/button';

type Props = {
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
}: Props) {
  return (
    <Button type="submit" look={look} className={className} aria-disabled={busy}>
      {busy ? busyLabel : children}
    </Button>
  );
}

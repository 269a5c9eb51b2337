import type { ReactNode } from 'react';
import { Button } from '../../ui/button';

type Props = {
  busy: boolean;
  /** What it says meanwhile. */
  busyLabel?: string;
  children?: ReactNode;
};

/** Sends the form. Not `disabled` while it does: a disabled button loses the focus. */
export function SubmitButton({ busy, busyLabel = 'Wird gespeichert...', children = 'Speichern' }: Props) {
  return (
    <Button type="submit" aria-disabled={busy}>
      {busy ? busyLabel : children}
    </Button>
  );
}

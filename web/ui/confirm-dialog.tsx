import type { ReactNode } from 'react';
import { Button } from './button';
import { TitledDialog } from './dialog';

type Props = {
  open: boolean;
  title: string;
  /** Label of the button that confirms. */
  confirm: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before something is deleted. The focus starts on the button that cancels. */
export function ConfirmDialog({ open, title, confirm, busy = false, onConfirm, onClose, children }: Props) {
  return (
    <TitledDialog open={open} onClose={onClose} title={title} text={children}>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Abbrechen
        </Button>
        <Button look="danger" aria-disabled={busy} onClick={onConfirm}>
          {busy ? 'Wird gelöscht...' : confirm}
        </Button>
      </div>
    </TitledDialog>
  );
}

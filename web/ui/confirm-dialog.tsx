import type { ReactNode } from 'react';
import { Button } from './button';
import { TitledDialog } from './titled-dialog';

type Props = {
  open: boolean;
  title: string;
  confirm: string;
  cancel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before something is deleted or lost. The focus starts on the button that cancels. */
export function ConfirmDialog(props: Props) {
  const { open, title, confirm, cancel = 'Abbrechen', busy = false, onConfirm, onClose, children } = props;
  return (
    <TitledDialog open={open} onClose={onClose} title={title} text={children}>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          {cancel}
        </Button>
        <Button look="danger" aria-disabled={busy} onClick={onConfirm}>
          {busy ? 'Wird gelöscht...' : confirm}
        </Button>
      </div>
    </TitledDialog>
  );
}

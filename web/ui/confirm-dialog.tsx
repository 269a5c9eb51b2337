import { type ReactNode, useId } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

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
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId} describedBy={textId}>
      <h2 id={titleId} className="text-2xl text-green-900">
        {title}
      </h2>
      <div id={textId} className="mt-3 wrap-anywhere text-ink-soft">
        {children}
      </div>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Abbrechen
        </Button>
        <Button look="danger" aria-disabled={busy} onClick={onConfirm}>
          {busy ? 'Wird gelöscht...' : confirm}
        </Button>
      </div>
    </Dialog>
  );
}

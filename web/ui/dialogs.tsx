import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from './button';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  labelledBy: string;
  /** Text that screen readers read out when it opens: they start at the focus, below it. */
  describedBy?: string;
  wide?: boolean;
  children: ReactNode;
};

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape, and makes the rest inert. */
export function Dialog({ open, onClose, labelledBy, describedBy, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, open);
  if (!open) return null;
  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={onClose}
      // the browser would close it on Escape and tell later, and an opening in between would be lost
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-card bg-white p-6 text-ink shadow-raised backdrop:bg-green-950/60 max-sm:[&_.justify-end>*]:grow sm:p-10 ${wide ? 'max-w-3xl' : 'max-w-lg'}`}
    >
      {children}
    </dialog>
  );
}

function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean) {
  useEffect(() => {
    const shown = dialog.current;
    if (!open || !shown) return;
    const opener = document.activeElement;
    shown.showModal();
    // the browser has scrolled to the first control: a long text is read from its title on
    if (shown.scrollTop > 0) {
      shown.tabIndex = -1;
      shown.focus();
      shown.scrollTop = 0;
    }
    // outside the dialog a toast would be inert, not be read out, and lie under the backdrop
    const toasts = document.querySelector('[data-toasts]');
    const home = toasts?.parentElement;
    if (toasts) shown.append(toasts);
    return () => {
      if (toasts) home?.append(toasts);
      // the browser restores the focus only if it closes the dialog itself
      const lost = document.activeElement === document.body;
      if (lost && opener instanceof HTMLElement) opener.focus();
    };
  }, [dialog, open]);
}

type TitledDialogProps = Omit<DialogProps, 'labelledBy' | 'describedBy'> & {
  title: string;
  text?: ReactNode;
};

export function TitledDialog({ title, text, children, ...dialog }: TitledDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog {...dialog} labelledBy={titleId} describedBy={text ? textId : undefined}>
      <h2 id={titleId} className="text-2xl text-green-900 wrap-anywhere">
        {title}
      </h2>
      {text ? (
        <div id={textId} className="mt-3 space-y-4 wrap-anywhere text-ink-soft">
          {text}
        </div>
      ) : null}
      {children}
    </Dialog>
  );
}

type ConfirmDialogProps = Omit<TitledDialogProps, 'text' | 'wide'> & {
  confirm: string;
  cancel?: string;
  busy?: boolean;
  onConfirm: () => void;
};

/** Asks before something is deleted or lost. The focus starts on the button that cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirm, cancel = 'Abbrechen', busy = false, onConfirm, children, ...dialog } = props;
  return (
    <TitledDialog {...dialog} text={children}>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={dialog.onClose}>
          {cancel}
        </Button>
        <Button look="danger" aria-disabled={busy} onClick={onConfirm}>
          {busy ? 'Wird gelöscht...' : confirm}
        </Button>
      </div>
    </TitledDialog>
  );
}

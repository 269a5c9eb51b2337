import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';

type Props = {
  open: boolean;
  onClose: () => void;
  labelledBy: string;
  /** Text that screen readers read out when it opens: they start at the focus, below it. */
  describedBy?: string;
  /** For long texts. */
  wide?: boolean;
  children: ReactNode;
};

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape, and makes the rest inert. */
export function Dialog({ open, onClose, labelledBy, describedBy, wide = false, children }: Props) {
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
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-card bg-white p-6 text-ink shadow-raised backdrop:bg-green-950/60 sm:p-10 ${wide ? 'max-w-3xl' : 'max-w-lg'}`}
    >
      {children}
    </dialog>
  );
}

type Titled = Omit<Props, 'labelledBy' | 'describedBy'> & {
  title: string;
  /** Read out after the title. */
  text?: ReactNode;
};

/** A dialog with its title and a text at the top. */
export function TitledDialog({ title, text, children, ...dialog }: Titled) {
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

function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean) {
  useEffect(() => {
    const shown = dialog.current;
    if (!open || !shown) return;
    const opener = document.activeElement;
    shown.showModal();
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

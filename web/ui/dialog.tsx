import { type ReactNode, useEffect, useRef } from 'react';

type Props = { open: boolean; onClose: () => void; labelledBy: string; children: ReactNode };

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape, and makes the rest inert. */
export function Dialog({ open, onClose, labelledBy, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg overflow-y-auto rounded-card bg-white p-6 text-ink shadow-raised backdrop:bg-green-950/60 sm:p-10"
    >
      {children}
    </dialog>
  );
}

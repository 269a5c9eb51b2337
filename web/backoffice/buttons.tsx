import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { MessageResponse } from '#domain/responses';
import { request } from '../api';
import { type ButtonLook, SmallButton } from '../ui/button';
import { ConfirmDialog } from '../ui/dialogs';
import { type Action, useAction } from './calls';
import { focusTitle } from './Page';

type ActionButtonProps<Answer> = Action<Answer, void> & {
  label: string;
  busyLabel: string;
  question?: string;
  /** Id of the element that names the subject, if the label is the same in every row. */
  describedBy?: string;
  look?: ButtonLook;
  className?: string;
};

export function ActionButton<Answer>(props: ActionButtonProps<Answer>) {
  const { label, busyLabel, question, describedBy, look, className, ...action } = props;
  const { run, busy } = useAction(action);
  return (
    <PassingButton
      look={look}
      aria-describedby={describedBy}
      aria-disabled={busy}
      className={className}
      onClick={() => {
        if (!question || window.confirm(question)) run();
      }}
    >
      {busy ? busyLabel : label}
    </PassingButton>
  );
}

/** A button that its own action may take away, such as that of a row which it deletes: the title gets its focus. */
export function PassingButton(props: ComponentProps<typeof SmallButton>) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const shown = button.current;
    return () => {
      if (document.activeElement === shown) focusTitle();
    };
  }, []);
  return <SmallButton ref={button} {...props} />;
}

/** A menu of what is rarely wanted. An action that opens a dialog in it keeps it open, as long as the dialog is. */
export function MoreActions({ describedBy, children }: { describedBy?: string; children: ReactNode }) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const closeAfter = () =>
    queueMicrotask(() => {
      if (!menu.current?.querySelector('dialog')) menu.current?.hidePopover?.();
    });
  return (
    <>
      <SmallButton popoverTarget={id} aria-describedby={describedBy}>
        Weitere Aktionen
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      </SmallButton>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the buttons in it */}
      <div
        ref={menu}
        id={id}
        role="presentation"
        popover="auto"
        onClick={closeAfter}
        className="more-actions gap-1 rounded-control border border-line-strong bg-white p-1.5 shadow-raised [&>.button]:justify-start [&>.button]:border-transparent"
      >
        {children}
      </div>
    </>
  );
}

type DeleteButtonProps = {
  path: string;
  title: string;
  failure: string;
  describedBy: string;
  children: ReactNode;
};

export function DeleteButton({ path, title, failure, describedBy, children }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const { run, busy } = useAction({
    call: () => request<MessageResponse>('DELETE', path),
    success: ({ message }) => message,
    failure,
    // after a failure too: the dialog would cover the toast
    after: () => setAsking(false),
  });
  return (
    <>
      <PassingButton aria-describedby={describedBy} onClick={() => setAsking(true)}>
        Löschen
      </PassingButton>
      <ConfirmDialog
        open={asking}
        title={title}
        confirm="Ja, löschen"
        busy={busy}
        onConfirm={() => run()}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}

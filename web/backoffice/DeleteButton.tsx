import { type ReactNode, useState } from 'react';
import type { MessageResponse } from '#domain/responses';
import { request } from '../api';
import { ConfirmDialog } from '../ui/dialogs';
import { PassingButton } from './buttons';
import { useAction } from './calls';

type Props = {
  path: string;
  title: string;
  failure: string;
  describedBy: string;
  children: ReactNode;
};

export function DeleteButton({ path, title, failure, describedBy, children }: Props) {
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
      <PassingButton
        look="secondary"
        size="small"
        aria-describedby={describedBy}
        onClick={() => setAsking(true)}
      >
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

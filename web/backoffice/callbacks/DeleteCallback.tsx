import { useState } from 'react';
import type { MessageResponse } from '#domain/responses';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { ConfirmDialog } from '../../ui/dialogs';
import { PassingButton } from '../buttons';
import { useAction } from '../calls';

type Props = { id: string; name: string; describedBy: string };

export function DeleteCallback({ id, name, describedBy }: Props) {
  const [asking, setAsking] = useState(false);
  const { run, busy } = useAction({
    call: () => request<MessageResponse>('DELETE', href(api.staffCallback, { id })),
    success: ({ message }) => message,
    failure: 'Die Rückruf-Anfrage konnte nicht gelöscht werden',
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
        title="Rückruf-Anfrage löschen?"
        confirm="Ja, löschen"
        busy={busy}
        onConfirm={() => run()}
        onClose={() => setAsking(false)}
      >
        <p>
          Die Anfrage von <span>{name}</span> wird mit allen Anrufen und E-Mails endgültig gelöscht. Nur der
          Nachweis der Einwilligung bleibt.
        </p>
      </ConfirmDialog>
    </>
  );
}

import { useState } from 'react';
import type { Callback } from '#domain/callbacks/request';
import type { MessageResponse } from '#domain/responses';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { ConfirmDialog } from '../../ui/dialogs';
import { ActionButton, PassingButton } from '../buttons';
import { useAction } from '../calls';

type Props = { id: string; name: string; describedBy: string };

export function DeleteButton({ id, name, describedBy }: Props) {
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

/** A processed request cannot be opened again. */
export function ProcessButton({ id }: { id: string }) {
  return (
    <ActionButton
      label="Als bearbeitet markieren"
      busyLabel="Wird markiert..."
      describedBy={`kontakt-${id}`}
      call={() => request<Callback>('POST', href(api.processCallback, { id }))}
      success="Rückruf-Anfrage wurde als bearbeitet markiert"
      failure="Failed to process request"
    />
  );
}

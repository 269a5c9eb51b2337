import Link2Off from 'lucide-react/icons/link-2-off';
import { useState } from 'react';
import type { MessageResponse } from '#domain/responses';
import { api, href } from '#domain/urls';
import { request } from '../../../api';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/dialogs';
import { useAction } from '../../calls';

export function EndLinks({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const { run, busy } = useAction({
    call: () => request<MessageResponse>('POST', href(api.endLinks, { id }), {}),
    success: ({ message }) => message,
    failure: 'Die Links konnten nicht ungültig gemacht werden.',
  });
  return (
    <>
      <Button look="secondary" size="small" aria-disabled={busy} onClick={() => setAsking(true)}>
        <Link2Off aria-hidden="true" className="size-4" />
        Link ungültig machen
      </Button>
      <ConfirmDialog
        open={asking}
        title="Link ungültig machen?"
        confirm="Ja, ungültig machen"
        onConfirm={() => {
          setAsking(false);
          run();
        }}
        onClose={() => setAsking(false)}
      >
        Die Links aus unseren bisherigen E-Mails öffnen diesen Antrag dann nicht mehr. Die nächste E-Mail dazu
        enthält einen neuen Link.
      </ConfirmDialog>
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { RequestFailed } from '../../../api';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/dialogs';
import { detailsQuery } from '../../cases/queries';
import { deletionWarning, useDeletion } from '../useDeletion';

type Props = { id: string; goBack: () => void };

export function DeleteApplication({ id, goBack }: Props) {
  const [asking, setAsking] = useState(false);
  const [client, router] = [useQueryClient(), useRouter()];
  const { queryKey } = detailsQuery(id);
  const isDeleted = (error: Error | null) => error === null || isGone(error);
  const { run, busy } = useDeletion(
    (error) => {
      // after a failure too: the dialog would cover the toast
      setAsking(false);
      if (!isDeleted(error)) return;
      // deletes the cached details once no screen shows them
      const stop = router.subscribe('onResolved', () => {
        stop();
        client.removeQueries({ queryKey });
      });
      goBack();
    },
    (error) => (isDeleted(error) ? queryKey : undefined),
  );
  return (
    <>
      <Button look="danger" size="small" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Löschen
      </Button>
      <ConfirmDialog
        open={asking}
        title="Antrag löschen?"
        confirm="Ja, löschen"
        busy={busy}
        onConfirm={() => run(id)}
        onClose={() => setAsking(false)}
      >
        <p>{deletionWarning}</p>
      </ConfirmDialog>
    </>
  );
}

/** Somebody else deleted it in the meantime. */
function isGone(error: Error): boolean {
  return error instanceof RequestFailed && error.status === 404;
}

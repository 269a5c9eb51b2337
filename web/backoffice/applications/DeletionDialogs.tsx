import type { ApplicationRow } from '#domain/backoffice/applications';
import { shortId } from '#domain/ids';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useBulkDeletion, useDeletion } from './useDeletion';

type Props = {
  /** What is to be deleted: one application, the selection, or nothing. */
  doomed: 'selected' | ApplicationRow | null;
  selected: ReadonlySet<string>;
  onClose: () => void;
  onBulkDeleted: () => void;
};

const warning =
  'Diese Aktion kann nicht rückgängig gemacht werden. Alle zugehörigen Daten werden dauerhaft gelöscht.';

/** Asks before one application or a selection is deleted. */
export function DeletionDialogs({ doomed, selected, onClose, onBulkDeleted }: Props) {
  const single = useDeletion(onClose);
  const bulk = useBulkDeletion((error) => {
    if (!error) onBulkDeleted();
    onClose();
  });
  if (doomed === 'selected') {
    return (
      <ConfirmDialog
        open
        title="Ausgewählte Anträge löschen?"
        confirm="Ja, alle löschen"
        busy={bulk.busy}
        onConfirm={() => bulk.run([...selected])}
        onClose={onClose}
      >
        <p>
          {selected.size === 1 ? 'Ein Antrag ist' : `${selected.size} Anträge sind`} ausgewählt. {warning}
        </p>
      </ConfirmDialog>
    );
  }
  if (!doomed) return null;
  return (
    <ConfirmDialog
      open
      title="Antrag löschen?"
      confirm="Ja, löschen"
      busy={single.busy}
      onConfirm={() => single.run(doomed.id)}
      onClose={onClose}
    >
      <p>
        Antrag {shortId(doomed.id)}
        {doomed.contactName ? ` von ${doomed.contactName}` : ''}: {warning}
      </p>
    </ConfirmDialog>
  );
}

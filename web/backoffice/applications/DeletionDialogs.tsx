import type { ApplicationRow } from '#domain/applications/staff';
import { shortId } from '#domain/ids';
import { ConfirmDialog } from '../../ui/dialogs';
import { deletionWarning, type Progress, useBulkDeletion, useDeletion } from './useDeletion';

type Props = {
  toDelete: 'selected' | ApplicationRow | null;
  selected: ReadonlySet<string>;
  onClose: () => void;
  onBulkDeleted: () => void;
};

export function DeletionDialogs({ toDelete, selected, onClose, onBulkDeleted }: Props) {
  const single = useDeletion(onClose);
  const bulk = useBulkDeletion((all) => {
    if (all) onBulkDeleted();
    onClose();
  });
  if (toDelete === 'selected') {
    return (
      <ConfirmDialog
        open
        title="Ausgewählte Anträge löschen?"
        confirm="Ja, alle löschen"
        busy={bulk.busy}
        onConfirm={() => bulk.run([...selected])}
        onClose={bulk.busy ? bulk.stop : onClose}
      >
        <p>
          {`${selected.size === 1 ? 'Ein Antrag ist' : `${selected.size} Anträge sind`} ausgewählt. ${deletionWarning}`}
        </p>
        <p role="status" className="font-semibold empty:sr-only">
          {bulk.progress ? progressOf(bulk.progress) : null}
        </p>
      </ConfirmDialog>
    );
  }
  if (!toDelete) return null;
  return (
    <ConfirmDialog
      open
      title="Antrag löschen?"
      confirm="Ja, löschen"
      busy={single.busy}
      onConfirm={() => single.run(toDelete.id)}
      onClose={onClose}
    >
      <p>
        {`Antrag ${shortId(toDelete.id)}${toDelete.contactName ? ` von ${toDelete.contactName}` : ''}: ${deletionWarning}`}
      </p>
    </ConfirmDialog>
  );
}

function progressOf({ deleted, of, stopping }: Progress): string {
  const next = stopping
    ? 'Das Löschen hält gleich an.'
    : '„Abbrechen“ hält das Löschen an; was gelöscht ist, bleibt gelöscht.';
  return `${deleted.toLocaleString('de-DE')} von ${of.toLocaleString('de-DE')} Anträgen sind gelöscht. ${next}`;
}

import type { QueryKey } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import type { ApplicationRow } from '#domain/applications/staff';
import { shortId } from '#domain/ids';
import type { DeletionResponse, MessageResponse } from '#domain/responses';
import { api, href } from '#domain/urls';
import { patiently, request } from '../../api';
import { ConfirmDialog } from '../../ui/dialogs';
import type { ToastMessage } from '../../ui/toasts';
import { useAction } from '../calls';

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
  const { id, contactName } = toDelete;
  const about = `Antrag ${shortId(id)}${contactName ? ` von ${contactName}` : ''}: `;
  const dialog = { busy: single.busy, onConfirm: () => single.run(id), onClose };
  return <DeletionDialog open about={about} {...dialog} />;
}

type DialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'title' | 'confirm' | 'children'> & {
  about?: string;
};

export function DeletionDialog({ about = '', ...dialog }: DialogProps) {
  return (
    <ConfirmDialog {...dialog} title="Antrag löschen?" confirm="Ja, löschen">
      <p>{about + deletionWarning}</p>
    </ConfirmDialog>
  );
}

function progressOf({ deleted, of, stopping }: Progress): string {
  const next = stopping
    ? 'Das Löschen hält gleich an.'
    : '„Abbrechen“ hält das Löschen an; was gelöscht ist, bleibt gelöscht.';
  return `${deleted.toLocaleString('de-DE')} von ${of.toLocaleString('de-DE')} Anträgen sind gelöscht. ${next}`;
}

const deletionWarning =
  'Diese Aktion kann nicht rückgängig gemacht werden. Alle zugehörigen Daten werden dauerhaft gelöscht.';
const failed = (description: string) => ({ title: 'Fehler beim Löschen', description });

/** Deletes one application. `onDone` is called after a failure too. */
export function useDeletion(
  onDone: (error: Error | null) => void,
  gone?: (error: Error | null) => QueryKey | undefined,
) {
  return useAction({
    call: (id: string) => request<MessageResponse>('DELETE', href(api.staffApplication, { id })),
    success: () => ({ title: 'Antrag gelöscht', description: 'Der Antrag wurde erfolgreich gelöscht.' }),
    failure: () => failed('Der Antrag konnte nicht gelöscht werden.'),
    gone,
    after: onDone,
  });
}

type Outcome = { deleted: number; of: number; end: 'all' | 'stopped' | 'failed' };
type Progress = Pick<Outcome, 'deleted' | 'of'> & { stopping?: true };

/**
 * Deletes a selection in parts. `stop` ends it after the part that is under way. `onDone` is called after a failure
 * too; `all`: nothing of it is left.
 */
function useBulkDeletion(onDone: (all: boolean) => void) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const wanted = useRef(true);
  const { run, busy } = useAction({
    call: (ids: string[]) => {
      wanted.current = true;
      return deleteInParts(ids, setProgress, wanted);
    },
    success: toastOf,
    failure: () => failed('Die Anträge konnten nicht gelöscht werden.'),
    after: (_error, _ids, outcome) => {
      setProgress(null);
      onDone(outcome?.end === 'all');
    },
  });
  const stop = () => {
    wanted.current = false;
    setProgress((before) => before && { ...before, stopping: true });
  };
  return { run, busy, progress, stop };
}

/** A part is done within seconds, also while the server sends thousands of mails; proxies give up after 60. */
const partSize = 250;

/** @throws if nothing was deleted */
async function deleteInParts(
  ids: readonly string[],
  report: (progress: Progress) => void,
  wanted: { readonly current: boolean },
): Promise<Outcome> {
  const of = ids.length;
  let deleted = 0;
  for (let start = 0; start < of; start += partSize) {
    if (!wanted.current) return { deleted, of, end: 'stopped' };
    const applicationIds = ids.slice(start, start + partSize);
    try {
      const part = await request<DeletionResponse>('POST', api.bulkDelete, { applicationIds }, patiently);
      deleted += part.deletedCount;
    } catch (error) {
      if (deleted === 0) throw error;
      return { deleted, of, end: 'failed' };
    }
    if (of > partSize) report({ deleted, of });
  }
  return { deleted, of, end: 'all' };
}

function toastOf({ deleted, of, end }: Outcome): ToastMessage {
  if (end === 'all')
    return { title: 'Anträge gelöscht', description: `${deleted} Anträge wurden erfolgreich gelöscht.` };
  const left = 'Die übrigen sind noch ausgewählt.';
  const done = `${deleted} von ${of} Anträgen sind gelöscht`;
  if (end === 'stopped') return { title: 'Löschen angehalten', description: `${done}. ${left}` };
  // a part without an answer may be deleted, too
  return { ...failed(`Mindestens ${done}, dann ging es nicht weiter. ${left}`), tone: 'destructive' };
}

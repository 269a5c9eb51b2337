import { newNote } from '#domain/cases/staff';
import { check } from '#domain/fields';
import { api, href } from '#domain/urls';
import { request } from '../../../api';
import { TextAreaField } from '../../../ui/fields';
import { FormDialog } from '../../form/FormDialog';
import { useDraft } from '../../form/unsent';

type Props = { id: string; open: boolean; onClose: () => void };

const draftOf = (id: string) => `note ${id}`;

/** Whether this user has typed a note that is not sent. */
export function useBegunNote(id: string): boolean {
  return useDraft(draftOf(id)).found !== undefined;
}

export function NoteDialog({ id, ...shown }: Props) {
  return (
    <FormDialog
      {...shown}
      draft={draftOf(id)}
      title="Für das Team festhalten"
      note="Die antragstellende Person liest es nicht."
      initial={{ text: '' }}
      check={(typed: { text: string }, noteId) => check(newNote, { ...typed, id: noteId })}
      call={(given) => request<unknown>('POST', href(api.caseNotes, { id }), given)}
      success="Die Notiz ist gespeichert."
      failure="Die Notiz konnte nicht gespeichert werden."
      fields={({ register, errors }) => (
        <TextAreaField
          label="Notiz"
          rows={6}
          aria-required
          error={errors.text?.message}
          {...register('text')}
        />
      )}
    />
  );
}

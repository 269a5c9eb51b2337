import { type NewNote, newNote } from '#domain/backoffice/cases';
import { check } from '#domain/fields';
import { randomUuid } from '#domain/ids';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { TextAreaField } from '../../ui/text-area-field';
import { FormDialog } from '../form/FormDialog';

type Props = { id: string; open: boolean; onClose: () => void };

/** Names the note that was begun about a case. */
export function noteDraft(id: string): string {
  return `note ${id}`;
}

export function NoteDialog({ id, ...shown }: Props) {
  return (
    <FormDialog
      {...shown}
      draft={noteDraft(id)}
      title="Für das Team festhalten"
      note="Die antragstellende Person liest es nicht."
      // one id for each note, so that another attempt stores nothing twice
      initial={() => ({ id: randomUuid(), text: '' })}
      check={(typed: NewNote) => check(newNote, typed)}
      call={(given) => request<unknown>('POST', href(api.caseNotes, { id }), given)}
      success="Die Notiz ist gespeichert."
      failure="Die Notiz konnte nicht gespeichert werden."
      refresh={[api.caseHistory]}
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

import { type AdviceRecord, newAdvice } from '#domain/applications/staff';
import { check } from '#domain/fields';
import { api, href } from '#domain/urls';
import { request } from '../../../api';
import { TextAreaField } from '../../../ui/fields';
import { FormDialog } from '../../form/FormDialog';

type Props = { id: string; open: boolean; onClose: () => void };

export function AdviceDialog({ id, ...shown }: Props) {
  return (
    <FormDialog
      {...shown}
      draft={`advice ${id}`}
      title="Beratung dokumentieren"
      note="Beides geht wörtlich per E-Mail an die Kontaktadresse des Antrags."
      initial={{ wishes: '', advice: '' }}
      check={(typed, adviceId) => check(newAdvice, { ...typed, id: adviceId })}
      call={(given) => request<AdviceRecord>('POST', href(api.advice, { id }), given)}
      success="Die Beratung ist gespeichert und geht per E-Mail hinaus."
      failure="Die Beratung konnte nicht gespeichert werden"
      submit={{ label: 'Speichern und senden' }}
      fields={({ control }) => (
        <>
          <TextAreaField label="Wünsche und Bedürfnisse" aria-required {...control('wishes')} />
          <TextAreaField label="Beratung und Empfehlung" aria-required {...control('advice')} />
        </>
      )}
    />
  );
}

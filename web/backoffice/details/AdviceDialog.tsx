import { type AdviceRecord, type NewAdvice, newAdvice } from '#domain/backoffice/applications';
import { check } from '#domain/fields';
import { randomUuid } from '#domain/ids';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { TextAreaField } from '../../ui/text-area-field';
import { FormDialog } from '../form/FormDialog';

type Props = { id: string; open: boolean; onClose: () => void };

/** Records the advice for an application, which is then mailed to the applicant. */
export function AdviceDialog({ id, ...shown }: Props) {
  return (
    <FormDialog
      {...shown}
      draft={`advice ${id}`}
      title="Beratung dokumentieren"
      note="Beides geht wörtlich per E-Mail an die Kontaktadresse des Antrags."
      // one id for each attempt, so that a repeated one stores nothing twice
      initial={() => ({ id: randomUuid(), wishes: '', advice: '' })}
      check={(typed: NewAdvice) => check(newAdvice, typed)}
      call={(given) => request<AdviceRecord>('POST', href(api.advice, { id }), given)}
      success="Die Beratung ist gespeichert und geht per E-Mail hinaus."
      failure="Die Beratung konnte nicht gespeichert werden"
      refresh={[api.details, api.staffApplications]}
      submit={{ label: 'Speichern und senden' }}
      fields={({ register, errors }) => (
        <>
          <TextAreaField
            label="Wünsche und Bedürfnisse"
            aria-required
            error={errors.wishes?.message}
            {...register('wishes')}
          />
          <TextAreaField
            label="Beratung und Empfehlung"
            aria-required
            error={errors.advice?.message}
            {...register('advice')}
          />
        </>
      )}
    />
  );
}

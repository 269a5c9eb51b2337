import { check, tidied } from '#domain/fields';
import { type Withdrawal, withdrawalAssignment } from '#domain/law/staff-withdrawals';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { TextField } from '../../ui/fields';
import { FormDialogButton } from '../form/FormDialog';

export function AssignButton({ withdrawal: { id, name, applicationId } }: { withdrawal: Withdrawal }) {
  return (
    <FormDialogButton
      label="Zuordnen"
      describedBy={`widerruf-${id}`}
      title="Widerruf zuordnen"
      note={`Von ${name}.`}
      initial={{ applicationId: applicationId ?? '' }}
      check={(typed) => check(withdrawalAssignment, { applicationId: tidied(typed.applicationId) || null })}
      call={(body) => request<Withdrawal>('POST', href(api.assignWithdrawal, { id }), body)}
      success="Die Zuordnung wurde gespeichert."
      failure="Die Zuordnung konnte nicht gespeichert werden."
      fields={({ control }) => (
        <TextField
          label="Antragsnummer"
          hint="Die ganze Nummer aus den Antragsdetails. Leer: Der Widerruf gehört zu keinem Antrag."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...control('applicationId')}
        />
      )}
    />
  );
}

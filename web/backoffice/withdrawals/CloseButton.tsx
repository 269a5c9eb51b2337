import { type Withdrawal, withdrawalClosing } from '#domain/backoffice/withdrawals';
import { check } from '#domain/fields';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { TextField } from '../../ui/field';
import { optionsOf, SelectField } from '../../ui/select-field';
import { caseLists } from '../cases/queries';
import { FormDialogButton } from '../form/FormDialog';

const outcomes = optionsOf(withdrawalOutcomes);

/** Opens a dialog that closes a withdrawal with its outcome. */
export function CloseButton({ withdrawal: { id, name } }: { withdrawal: Withdrawal }) {
  return (
    <FormDialogButton
      label="Abschließen"
      describedBy={`widerruf-${id}`}
      draft={`withdrawal ${id}`}
      title="Widerruf abschließen"
      note={`Von ${name}. Danach lässt sich der Widerruf nicht mehr ändern.`}
      initial={{ outcome: '', note: '' }}
      check={(typed: { outcome: string; note: string }) => check(withdrawalClosing, typed)}
      call={(body) => request<Withdrawal>('POST', href(api.closeWithdrawal, { id }), body)}
      success="Der Widerruf wurde abgeschlossen."
      failure="Der Widerruf konnte nicht abgeschlossen werden."
      refresh={[api.staffWithdrawals, ...caseLists]}
      fields={({ register, errors }) => (
        <>
          <SelectField
            label="Ergebnis"
            placeholder="Bitte wählen"
            defaultValue=""
            options={outcomes}
            error={errors.outcome?.message}
            {...register('outcome')}
          />
          <TextField
            label="Notiz (optional)"
            autoComplete="off"
            error={errors.note?.message}
            {...register('note')}
          />
        </>
      )}
    />
  );
}

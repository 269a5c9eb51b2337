import { check } from '#domain/fields';
import { type Withdrawal, withdrawalClosing } from '#domain/law/staff-withdrawals';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { FormDialogButton } from '../form/FormDialog';
import { ClosingFields, closing, noClosing, type TypedClosing } from './ClosingFields';

export function CloseButton({ withdrawal: { id, name } }: { withdrawal: Withdrawal }) {
  return (
    <FormDialogButton
      label={closing.label}
      describedBy={`widerruf-${id}`}
      draft={`withdrawal ${id}`}
      title="Widerruf abschließen"
      note={`Von ${name}. Danach lässt sich der Widerruf nicht mehr ändern.`}
      initial={noClosing}
      check={(typed: TypedClosing) => check(withdrawalClosing, typed)}
      call={(body) => request<Withdrawal>('POST', href(api.closeWithdrawal, { id }), body)}
      success="Der Widerruf wurde abgeschlossen."
      failure="Der Widerruf konnte nicht abgeschlossen werden."
      submit={closing}
      fields={ClosingFields}
    />
  );
}

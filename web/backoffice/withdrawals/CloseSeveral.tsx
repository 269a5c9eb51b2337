import { useState } from 'react';
import { check } from '#domain/fields';
import { type Withdrawal, type WithdrawalsClosed, withdrawalClosing } from '#domain/law/staff-withdrawals';
import { api } from '#domain/urls';
import { longPatience, request } from '../../api';
import { Button } from '../../ui/button';
import { FormDialog } from '../form/FormDialog';
import { ClosingFields, closing, noClosing, type TypedClosing } from './ClosingFields';

type Props = {
  selected: readonly Withdrawal[];
  /** Those that were not closed, by their ids. */
  onClosed: (skipped: WithdrawalsClosed['skipped']) => void;
};

export function CloseSeveral({ selected, onClosed }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        Ausgewählte abschließen
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Widerrufe abschließen"
        note={`${countOf(selected)}. Danach lassen sie sich nicht mehr ändern. „Wirksam“ setzt jeden zugeordneten Vorgang auf „Widerrufen“, auch bei einem Vorschlag.`}
        initial={noClosing}
        check={(typed: TypedClosing) => check(withdrawalClosing, typed)}
        call={async (body) => {
          const ids = selected.map(({ id }) => id);
          const answer = await request<WithdrawalsClosed>(
            'POST',
            api.closeWithdrawals,
            { ids, ...body },
            { patience: longPatience },
          );
          onClosed(answer.skipped);
          return answer;
        }}
        success={({ closed }) =>
          closed === 1 ? '1 Widerruf wurde abgeschlossen.' : `${closed} Widerrufe wurden abgeschlossen.`
        }
        failure="Die Widerrufe konnten nicht abgeschlossen werden."
        submit={closing}
        fields={ClosingFields}
      />
    </>
  );
}

export function countOf({ length }: readonly Withdrawal[]): string {
  return length === 1 ? '1 Widerruf ausgewählt' : `${length} Widerrufe ausgewählt`;
}

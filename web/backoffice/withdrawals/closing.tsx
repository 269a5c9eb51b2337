import { useState } from 'react';
import { check } from '#domain/fields';
import { type Withdrawal, type WithdrawalsClosed, withdrawalClosing } from '#domain/law/staff-withdrawals';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { api, href } from '#domain/urls';
import { longPatience, request } from '../../api';
import { Button } from '../../ui/button';
import { optionsOf, SelectField, TextField } from '../../ui/fields';
import { FormDialog, FormDialogButton } from '../form/FormDialog';
import type { Fields } from '../form/form';

export function CloseButton({ withdrawal: { id, name } }: { withdrawal: Withdrawal }) {
  return (
    <FormDialogButton
      label={closing.label}
      describedBy={`widerruf-${id}`}
      draft={`withdrawal ${id}`}
      title="Widerruf abschließen"
      note={`Von ${name}. Danach lässt sich der Widerruf nicht mehr ändern.`}
      initial={noClosing}
      check={(typed) => check(withdrawalClosing, typed)}
      call={(body) => request<Withdrawal>('POST', href(api.closeWithdrawal, { id }), body)}
      success="Der Widerruf wurde abgeschlossen."
      failure="Der Widerruf konnte nicht abgeschlossen werden."
      submit={closing}
      fields={ClosingFields}
    />
  );
}

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
        check={(typed) => check(withdrawalClosing, typed)}
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

const noClosing = { outcome: '', note: '' };
/** What the act is called, also on its buttons. */
const closing = { label: 'Abschließen', busyLabel: 'Wird abgeschlossen...' };

const outcomes = optionsOf(withdrawalOutcomes);

function ClosingFields({ control }: Fields<typeof noClosing>) {
  return (
    <>
      <SelectField label="Ergebnis" placeholder="Bitte wählen" options={outcomes} {...control('outcome')} />
      <TextField label="Notiz (optional)" autoComplete="off" {...control('note')} />
    </>
  );
}

import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Withdrawal, type WithdrawalClosing, withdrawalClosing } from '#domain/backoffice/withdrawals';
import { check } from '#domain/fields';
import { api, href } from '#domain/urls';
import { withdrawalOutcomes } from '#domain/withdrawals';
import { request } from '../../api';
import { resolverOf } from '../../hydrated/form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { optionsOf, SelectField } from '../../ui/select-field';
import { useAction } from '../useAction';

type Props = { withdrawal: Withdrawal };

/** Opens a dialog that closes a withdrawal with its outcome. */
export function CloseButton({ withdrawal }: Props) {
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-describedby={`widerruf-${withdrawal.id}`}
        onClick={() => setOpen(true)}
      >
        Abschließen
      </Button>
      <Dialog open={open} onClose={close} labelledBy={titleId}>
        <h2 id={titleId} className="text-2xl text-green-900">
          Widerruf abschließen
        </h2>
        <p className="mt-3 mb-6 text-ink-soft">Danach lässt sich der Widerruf nicht mehr ändern.</p>
        <ClosingForm withdrawal={withdrawal} onClose={close} />
      </Dialog>
    </>
  );
}

const outcomes = optionsOf(withdrawalOutcomes);

function ClosingForm({ withdrawal: { id }, onClose }: Props & { onClose: () => void }) {
  const { run, busy } = useAction({
    call: (body: WithdrawalClosing) => request<Withdrawal>('POST', href(api.closeWithdrawal, { id }), body),
    success: 'Der Widerruf wurde abgeschlossen.',
    failure: 'Der Widerruf konnte nicht abgeschlossen werden.',
    refresh: [api.staffWithdrawals, api.details],
    // after a failure the entries stay
    after: (error) => {
      if (!error) onClose();
    },
  });
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { outcome: '', note: '' },
    resolver: resolverOf((typed: { outcome: string; note: string }) => check(withdrawalClosing, typed)),
  });
  const { errors } = formState;
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit(run)}>
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
      <div className="flex flex-wrap justify-end gap-3 pt-4">
        <Button look="secondary" onClick={onClose}>
          Abbrechen
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Wird gespeichert...' : 'Speichern'}
        </Button>
      </div>
    </form>
  );
}

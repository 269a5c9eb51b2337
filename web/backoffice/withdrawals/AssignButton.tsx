import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Withdrawal, withdrawalAssignment } from '#domain/backoffice/withdrawals';
import { check } from '#domain/fields';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { resolverOf } from '../../hydrated/form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { useAction } from '../useAction';

type Props = { withdrawal: Withdrawal };

/** Opens a dialog that sets the application of an open withdrawal. */
export function AssignButton({ withdrawal }: Props) {
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
        Zuordnen
      </Button>
      <Dialog open={open} onClose={close} labelledBy={titleId}>
        <h2 id={titleId} className="mb-6 text-2xl text-green-900">
          Widerruf zuordnen
        </h2>
        <AssignmentForm withdrawal={withdrawal} onClose={close} />
      </Dialog>
    </>
  );
}

function AssignmentForm({ withdrawal, onClose }: Props & { onClose: () => void }) {
  const { id, applicationId } = withdrawal;
  const { run, busy } = useAction({
    call: (body: { applicationId: string | null }) =>
      request<Withdrawal>('POST', href(api.assignWithdrawal, { id }), body),
    success: 'Die Zuordnung wurde gespeichert.',
    failure: 'Die Zuordnung konnte nicht gespeichert werden.',
    refresh: [api.staffWithdrawals, api.details],
    // after a failure the entry stays
    after: (error) => {
      if (!error) onClose();
    },
  });
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { applicationId: applicationId ?? '' },
    resolver: resolverOf((typed: { applicationId: string }) =>
      check(withdrawalAssignment, { applicationId: typed.applicationId.trim() || null }),
    ),
  });
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit(run)}>
      <TextField
        label="Antragsnummer"
        hint="Die ganze Nummer aus den Antragsdetails. Leer: Der Widerruf gehört zu keinem Antrag."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.applicationId?.message}
        {...register('applicationId')}
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

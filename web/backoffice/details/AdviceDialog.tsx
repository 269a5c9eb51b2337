import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdviceRecord, type NewAdvice, newAdvice } from '#domain/backoffice/applications';
import { check } from '#domain/fields';
import { randomUuid } from '#domain/ids';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { resolverOf } from '../../hydrated/form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField } from '../../ui/text-area-field';
import { useAction } from '../useAction';

type Props = { id: string; open: boolean; onClose: () => void };

/** Records the advice for an application, which is then mailed to the applicant. */
export function AdviceDialog({ id, open, onClose }: Props) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId}>
      <h2 id={titleId} className="text-2xl text-green-900">
        Beratung dokumentieren
      </h2>
      <p className="mt-2 mb-6 text-ink-soft">
        Beides geht wörtlich per E-Mail an die Kontaktadresse des Antrags.
      </p>
      <AdviceForm id={id} onClose={onClose} />
    </Dialog>
  );
}

function AdviceForm({ id, onClose }: Omit<Props, 'open'>) {
  // the same for each attempt, so that a repeated one stores nothing twice
  const [adviceId] = useState(randomUuid);
  const { run, busy } = useAction({
    call: (given: NewAdvice) => request<AdviceRecord>('POST', href(api.advice, { id }), given),
    success: 'Die Beratung ist gespeichert und geht per E-Mail hinaus.',
    failure: 'Die Beratung konnte nicht gespeichert werden',
    refresh: [api.details, api.staffApplications],
    // after a failure the entries stay
    after: (error) => {
      if (!error) onClose();
    },
  });
  const { register, handleSubmit, formState } = useForm<NewAdvice>({
    defaultValues: { id: adviceId, wishes: '', advice: '' },
    resolver: resolverOf((values: NewAdvice) => check(newAdvice, values)),
  });
  const { errors } = formState;
  return (
    <form noValidate className="space-y-4" onSubmit={handleSubmit(run)}>
      <TextAreaField label="Wünsche und Bedürfnisse" error={errors.wishes?.message} {...register('wishes')} />
      <TextAreaField label="Beratung und Empfehlung" error={errors.advice?.message} {...register('advice')} />
      <div className="flex flex-wrap justify-end gap-3 pt-4">
        <Button look="secondary" onClick={onClose}>
          Abbrechen
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Wird gespeichert...' : 'Speichern und senden'}
        </Button>
      </div>
    </form>
  );
}

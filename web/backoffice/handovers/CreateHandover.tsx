import { useState } from 'react';
import type { Case } from '#domain/backoffice/cases';
import type { NewHandoverResponse } from '#domain/backoffice/handovers';
import { type HandoverFormat, handoverFormats } from '#domain/cases/handover';
import { randomUuid } from '#domain/ids';
import { api } from '#domain/urls';
import { longPatience, request } from '../../api';
import { Button } from '../../ui/button';
import { FilterSelect } from '../table/Toolbar';
import { useAction } from '../useAction';
import { downloadHandover } from './file';
import type { ShownHandover } from './HandoverDialog';

type Props = { cases: readonly Case[]; onCreated: (handover: ShownHandover) => void };

/** Creates the file for the insurer from the selected cases, and downloads it. */
export function CreateHandover({ cases, onCreated }: Props) {
  const [format, setFormat] = useState<HandoverFormat>('csv');
  const attempt = useAttempt(cases, format);
  const { run, busy } = useAction({
    call: async () => {
      const { id, count, skipped } = await request<NewHandoverResponse>(
        'POST',
        api.handovers,
        attempt.body(),
        { patience: longPatience },
      );
      return { id, count, skipped, format, at: new Date().toISOString(), confirmedOn: null };
    },
    success: () => null,
    failure: 'Die Übergabedatei konnte nicht erstellt werden.',
    refresh: [api.handovers],
    after: async (error, _, created) => {
      if (error || !created) return;
      attempt.done();
      onCreated({ ...created, cases });
      if (created.count > 0) await downloadHandover(created);
    },
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button look="secondary" size="small" aria-disabled={busy} onClick={() => run()}>
        {busy ? 'Wird erstellt...' : 'Übergabedatei erstellen'}
      </Button>
      <FilterSelect label="Format der Datei" value={format} options={formats} onChange={setFormat} />
    </span>
  );
}

const formats = handoverFormats.map((value) => ({ value, label: value.toUpperCase() }));

/** The id of a call is used again while it fails, so that a lost answer makes no second hand-over. */
function useAttempt(cases: readonly Case[], format: HandoverFormat) {
  const [attempt, setAttempt] = useState({ id: '', of: '' });
  const applicationIds = cases.map(({ applicationId }) => applicationId);
  const of = JSON.stringify([format, applicationIds]);
  return {
    body: () => {
      const id = attempt.of === of ? attempt.id : randomUuid();
      setAttempt({ id, of });
      return { id, applicationIds, format };
    },
    done: () => setAttempt({ id: '', of: '' }),
  };
}

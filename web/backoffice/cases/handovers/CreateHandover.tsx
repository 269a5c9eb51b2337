import { useState } from 'react';
import { type HandoverFormat, handoverFormats } from '#domain/cases/handover';
import type { Case } from '#domain/cases/staff';
import type { NewHandoverResponse } from '#domain/cases/staff-handovers';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import { longPatience, request } from '../../../api';
import { Button } from '../../../ui/button';
import { useAction } from '../../calls';
import { Taken } from '../../form/Taken';
import { isTaken, unlessTaken, useAttempt } from '../../form/unsent';
import { FilterSelect } from '../../table/frame';
import { downloadHandover } from './file';
import type { ShownHandover } from './HandoverDialog';

type Props = { cases: readonly Case[]; onCreated: (handover: ShownHandover) => void };

export function CreateHandover({ cases, onCreated }: Props) {
  const [format, setFormat] = useState<HandoverFormat>('csv');
  const attempt = useAttempt('handover');
  const { run, busy } = useAction({
    call: async () => {
      attempt.begin();
      const body = {
        id: attempt.id(),
        applicationIds: cases.map(({ applicationId }) => applicationId),
        format,
      };
      const { id, count, skipped } = await request<NewHandoverResponse>('POST', api.handovers, body, {
        patience: longPatience,
      });
      return { id, count, skipped, format, at: isoOf(Date.now()), confirmedOn: null };
    },
    success: () => null,
    failure: unlessTaken('Die Übergabedatei konnte nicht erstellt werden.'),
    after: async (error, _, created) => {
      if (isTaken(error)) attempt.refuse();
      if (!created) return;
      attempt.end();
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
      {attempt.taken ? <Taken onLoad={attempt.end} /> : null}
    </span>
  );
}

const formats = handoverFormats.map((value) => ({ value, label: value.toUpperCase() }));

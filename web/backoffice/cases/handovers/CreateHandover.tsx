import { useState } from 'react';
import { type HandoverFormat, handoverFormats } from '#domain/cases/handover';
import type { Case } from '#domain/cases/staff';
import type { HandoverPage, NewHandoverResponse } from '#domain/cases/staff-handovers';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import { longPatience, request } from '../../../api';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toasts';
import { useAction } from '../../calls';
import { isTaken, unlessTaken, useAttempt } from '../../form/unsent';
import { FilterSelect } from '../../table/frame';
import { downloadHandover } from './file';
import type { ShownHandover } from './HandoverDialog';

type Props = { cases: readonly Case[]; onCreated: (handover: ShownHandover) => void };

export function CreateHandover({ cases, onCreated }: Props) {
  const [format, setFormat] = useState<HandoverFormat>('csv');
  const attempt = useAttempt('handover', findHandover);
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
    failure: unlessTaken(failure),
    after: async (error, _, created) => {
      const already = isTaken(error) && (await attempt.look());
      if (already) onCreated({ ...already, cases, already: true });
      else if (isTaken(error)) toast({ title: 'Fehler', description: failure, tone: 'destructive' });
      if (already || created) attempt.end();
      if (!created) return;
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

const failure = 'Die Übergabedatei konnte nicht erstellt werden.';

async function findHandover(id: string) {
  const { handovers } = await request<HandoverPage>('GET', `${api.handovers}?page=1&pageSize=100`);
  return handovers.find((one) => one.id === id) ?? null;
}

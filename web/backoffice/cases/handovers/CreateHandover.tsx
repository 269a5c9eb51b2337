import { useState } from 'react';
import { type HandoverFormat, handoverFormats, type NewHandoverResponse } from '#domain/cases/handover';
import type { Case } from '#domain/cases/staff';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import { longPatience, request } from '../../../api';
import { Button } from '../../../ui/button';
import { Taken, useForm, useKept } from '../../form/form';
import { FilterSelect } from '../../table/frame';
import { downloadHandover } from './file';
import type { ShownHandover } from './HandoverDialog';

type Props = { cases: readonly Case[]; onCreated: (handover: ShownHandover) => void };

export function CreateHandover({ cases, onCreated }: Props) {
  const [format, setFormat] = useState<HandoverFormat>('csv');
  const form = useForm<object, object, Omit<ShownHandover, 'cases'>>({
    initial: {},
    check: (_, id) => {
      const applicationIds = cases.map(({ applicationId }) => applicationId);
      return { ok: true, value: { id, applicationIds, format } };
    },
    draft: useKept('handover'),
    call: async (body) => {
      const { id, count, skipped } = await request<NewHandoverResponse>('POST', api.handovers, body, {
        patience: longPatience,
      });
      return { id, count, skipped, format, at: isoOf(Date.now()), confirmedOn: null };
    },
    success: () => null,
    failure: 'Die Übergabedatei konnte nicht erstellt werden.',
    after: async (_, __, created) => {
      if (!created) return;
      form.end();
      onCreated({ ...created, cases });
      if (created.count > 0) await downloadHandover(created);
    },
  });
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button look="secondary" size="small" aria-disabled={form.busy} onClick={form.onSubmit}>
        {form.busy ? 'Wird erstellt...' : 'Übergabedatei erstellen'}
      </Button>
      <FilterSelect label="Format der Datei" value={format} options={formats} onChange={setFormat} />
      {form.taken ? <Taken onLoad={form.end} /> : null}
    </span>
  );
}

const formats = handoverFormats.map((value) => ({ value, label: value.toUpperCase() }));

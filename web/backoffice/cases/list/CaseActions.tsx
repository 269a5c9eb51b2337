import { useState } from 'react';
import type { Case } from '#domain/cases/staff';
import { Button } from '../../../ui/button';
import { CreateHandover } from '../handovers/CreateHandover';
import type { ShownHandover } from '../handovers/HandoverDialog';
import type { SkippedCases } from '../Skipped';
import { BulkAssign, BulkFollowUp } from './BulkDialogs';

type Props = {
  selected: readonly Case[];
  /** Shown by the list: the bar may be gone when its cases have left the view. */
  onSkipped: (skipped: SkippedCases) => void;
  onHandover: (handover: ShownHandover) => void;
};

export function CaseActions({ selected, onSkipped, onHandover }: Props) {
  const [dialog, setDialog] = useState<'assign' | 'followUp' | null>(null);
  const shown = { cases: selected, onClose: () => setDialog(null), onSkipped };
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setDialog('assign')}>
        Zuweisen
      </Button>
      <Button look="secondary" size="small" onClick={() => setDialog('followUp')}>
        Wiedervorlage setzen
      </Button>
      <CreateHandover cases={selected} onCreated={onHandover} />
      <BulkAssign {...shown} open={dialog === 'assign'} />
      <BulkFollowUp {...shown} open={dialog === 'followUp'} />
    </>
  );
}

export function selectedCases({ length }: readonly Case[]): string | null {
  if (length === 0) return null;
  return length === 1 ? '1 Vorgang ausgewählt' : `${length} Vorgänge ausgewählt`;
}

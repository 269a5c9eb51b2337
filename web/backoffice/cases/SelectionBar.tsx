import { useState } from 'react';
import type { Case } from '#domain/backoffice/cases';
import { Button } from '../../ui/button';
import { CreateHandover } from '../handovers/CreateHandover';
import type { ShownHandover } from '../handovers/HandoverDialog';
import { BulkAssign, BulkFollowUp } from './BulkDialogs';
import type { SkippedCases } from './Skipped';

type Props = {
  selected: readonly Case[];
  onClear: () => void;
  /** Shown by the list: the bar may be gone when its cases have left the view. */
  onSkipped: (skipped: SkippedCases) => void;
  onHandover: (handover: ShownHandover) => void;
};

/** What can be done to the selected cases. */
export function SelectionBar({ selected, onClear, onSkipped, onHandover }: Props) {
  const [dialog, setDialog] = useState<'assign' | 'followUp' | null>(null);
  const shown = { cases: selected, onClose: () => setDialog(null), onSkipped };
  return (
    <section
      aria-label="Auswahl"
      data-floating
      // at the lower edge of the window: no row moves when the first one is ticked, and the last ones are near it, too
      className="sticky bottom-4 z-20 order-last mt-4 flex flex-wrap items-center gap-2 rounded-card border border-green-200 bg-green-50 px-4 py-3 shadow-raised max-sm:bottom-2 print:hidden"
    >
      <p aria-live="polite" className="mr-2 font-semibold text-green-900 tabular-nums max-sm:grow">
        {selected.length === 1 ? '1 Vorgang ausgewählt' : `${selected.length} Vorgänge ausgewählt`}
      </p>
      <Button look="secondary" size="small" onClick={() => setDialog('assign')}>
        Zuweisen
      </Button>
      <Button look="secondary" size="small" onClick={() => setDialog('followUp')}>
        Wiedervorlage setzen
      </Button>
      <CreateHandover cases={selected} onCreated={onHandover} />
      <Button look="quiet" size="small" className="sm:ml-auto" onClick={onClear}>
        Auswahl aufheben
      </Button>
      <BulkAssign {...shown} open={dialog === 'assign'} />
      <BulkFollowUp {...shown} open={dialog === 'followUp'} />
    </section>
  );
}

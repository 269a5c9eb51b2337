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

/** How many cases are selected, and what can be done to them; empty without any. */
export function SelectionBar(props: Props) {
  const { selected } = props;
  const some = selected.length > 0;
  return (
    <section
      // without a name it is no region
      aria-label={some ? 'Auswahl' : undefined}
      data-floating={some ? true : undefined}
      // at the lower edge of the window: no row moves when the first one is ticked, and the last ones are near it, too
      className={some ? bar : 'sr-only'}
    >
      {/* always there: a region that comes with its text is not read out */}
      <p aria-live="polite" className="mr-2 font-semibold text-green-900 tabular-nums max-sm:grow">
        {some ? countOf(selected) : null}
      </p>
      {some ? <Actions {...props} /> : null}
    </section>
  );
}

const bar =
  'sticky bottom-4 z-20 order-last mt-4 flex flex-wrap items-center gap-2 rounded-card border border-green-200 bg-green-50 px-4 py-3 shadow-raised max-sm:bottom-2 print:hidden';

function countOf({ length }: readonly Case[]): string {
  return length === 1 ? '1 Vorgang ausgewählt' : `${length} Vorgänge ausgewählt`;
}

function Actions({ selected, onClear, onSkipped, onHandover }: Props) {
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
      <Button look="quiet" size="small" className="sm:ml-auto" onClick={onClear}>
        Auswahl aufheben
      </Button>
      <BulkAssign {...shown} open={dialog === 'assign'} />
      <BulkFollowUp {...shown} open={dialog === 'followUp'} />
    </>
  );
}

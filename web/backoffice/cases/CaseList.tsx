import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Case } from '#domain/backoffice/cases';
import { HandoverDialog, type ShownHandover } from '../handovers/HandoverDialog';
import { useTicked } from '../history-entry';
import { Empty } from '../table/Empty';
import { Table } from '../table/Table';
import { useFocusAfter } from '../table/useFocusAfter';
import { caseColumns } from './columns';
import { SelectionBar } from './SelectionBar';
import { Skipped, type SkippedCases } from './Skipped';

type Props = {
  cases: readonly Case[];
  /** Below the sentence of an empty list. */
  children: ReactNode;
};

/** The rows of a page, and what can be done to the selected ones. */
export function CaseList({ cases, children }: Props) {
  const [ticked, setTicked] = useTicked();
  const [skipped, setSkipped] = useState<SkippedCases | null>(null);
  const [handover, setHandover] = useState<ShownHandover | null>(null);
  const selected = useMemo(() => cases.filter((one) => ticked.has(one.applicationId)), [cases, ticked]);
  // a row that has left the page is no longer selected when it returns
  if (selected.length !== ticked.size) setTicked(new Set(selected.map(({ applicationId }) => applicationId)));
  const around = useRef<HTMLDivElement>(null);
  useFocusAfter(selected.length > 0 || handover !== null, around);
  return (
    <div ref={around} tabIndex={-1} className="flex flex-col outline-none">
      <SelectionBar
        selected={selected}
        onClear={() => setTicked(new Set())}
        onSkipped={setSkipped}
        onHandover={setHandover}
      />
      {skipped ? <Skipped {...skipped} /> : null}
      {cases.length === 0 ? (
        <Empty title="Keine Vorgänge in dieser Ansicht">{children}</Empty>
      ) : (
        <Table
          label="Vorgänge"
          columns={caseColumns}
          rows={cases}
          rowId={({ applicationId }) => applicationId}
          rowName={({ contactName, horseName }) => `${contactName} mit ${horseName}`}
          selection={{ selected: ticked, onChange: setTicked }}
        />
      )}
      <HandoverDialog shown={handover} onClose={() => setHandover(null)} />
    </div>
  );
}

import { type ReactNode, useRef, useState } from 'react';
import type { Case } from '#domain/cases/staff';
import { Empty, useFocusAfter } from '../../table/frame';
import { SelectionBar, useTickedRows } from '../../table/selection';
import { Table } from '../../table/Table';
import { HandoverDialog, type ShownHandover } from '../handovers/HandoverDialog';
import { Skipped, type SkippedCases } from '../Skipped';
import { CaseActions, selectedCases } from './CaseActions';
import { caseColumns } from './columns';

type Props = {
  cases: readonly Case[];
  children: ReactNode;
};

const idOf = ({ applicationId }: Case) => applicationId;

export function CaseList({ cases, children }: Props) {
  const { selected, selection, clear } = useTickedRows(cases, idOf);
  const [skipped, setSkipped] = useState<SkippedCases | null>(null);
  const [handover, setHandover] = useState<ShownHandover | null>(null);
  const around = useRef<HTMLDivElement>(null);
  useFocusAfter(selected.length > 0 || handover !== null, around);
  return (
    <div ref={around} tabIndex={-1} className="flex flex-col outline-none">
      <SelectionBar text={selectedCases(selected)} onClear={clear}>
        <CaseActions selected={selected} onSkipped={setSkipped} onHandover={setHandover} />
      </SelectionBar>
      {skipped ? <Skipped {...skipped} /> : null}
      {cases.length === 0 ? (
        <Empty title="Keine Vorgänge in dieser Ansicht">{children}</Empty>
      ) : (
        <Table
          label="Vorgänge"
          columns={caseColumns}
          rows={cases}
          rowId={idOf}
          rowName={({ contactName, horseName }) => `${contactName} mit ${horseName}`}
          selection={selection}
        />
      )}
      <HandoverDialog shown={handover} onClose={() => setHandover(null)} />
    </div>
  );
}

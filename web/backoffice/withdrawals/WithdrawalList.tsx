import { useMemo, useRef, useState } from 'react';
import type { Withdrawal, WithdrawalsClosed } from '#domain/law/staff-withdrawals';
import { useFocusAfter } from '../table/frame';
import { SelectionBar, SkippedRows, useTickedRows } from '../table/selection';
import { Table } from '../table/Table';
import { CloseSeveral, countOf } from './closing';
import { withdrawalColumns } from './columns';

const idOf = ({ id }: Withdrawal) => id;

type Props = { label: string; withdrawals: readonly Withdrawal[] };

/** The rows of a page, of which several open ones can be closed at once. */
export function WithdrawalList({ label, withdrawals }: Props) {
  const open = useMemo(() => withdrawals.filter(({ closedAt }) => closedAt === null), [withdrawals]);
  const selectable = useMemo(() => new Set(open.map(idOf)), [open]);
  const { selected, selection, clear } = useTickedRows(open, idOf);
  const [skipped, setSkipped] = useState<WithdrawalsClosed['skipped']>([]);
  const around = useRef<HTMLDivElement>(null);
  useFocusAfter(selected.length > 0, around);
  const nameOf = (id: string) => withdrawals.find((one) => one.id === id)?.name ?? id.slice(0, 8);
  return (
    <div ref={around} tabIndex={-1} className="flex flex-col outline-none">
      <SelectionBar text={selected.length > 0 ? countOf(selected) : null} onClear={clear}>
        <CloseSeveral
          selected={selected}
          onClosed={(left) => {
            setSkipped(left);
            clear();
          }}
        />
      </SelectionBar>
      <SkippedRows
        title={
          skipped.length === 1
            ? '1 Widerruf wurde ausgelassen'
            : `${skipped.length} Widerrufe wurden ausgelassen`
        }
        rows={skipped.map(({ id, reason }) => ({ id, reason, name: nameOf(id) }))}
      />
      <Table
        label={label}
        columns={withdrawalColumns}
        rows={withdrawals}
        rowId={idOf}
        rowName={({ name }) => name}
        selection={open.length > 0 ? { ...selection, selectable } : undefined}
      />
    </div>
  );
}

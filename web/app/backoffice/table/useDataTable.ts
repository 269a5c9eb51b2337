/** Rows of a staff list in the order the reader chose. */
import {
  type ColumnDef,
  createSortedRowModel,
  type ReactTable,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import type { SortDirection } from '../../../../domain/backoffice';

/** A column: what stands over it, what a row shows in it, and by what it sorts. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Texts sort as in a German dictionary, null comes first. */
  sortValue?: (row: Row) => string | number | null;
  /** Further classes of its cells on wide screens. */
  className?: string;
};

export type Sorting = { field: string; direction: SortDirection };

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
export type DataTableModel<Row extends object> = ReactTable<typeof features, Row>;

type Options<Row extends object> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  sorting: Sorting;
  /** The rows come in their order from the server. */
  sorted?: boolean;
};

/** Keep `columns` at module scope and `rows` memoised: each new one makes the whole model anew. */
export function useDataTable<Row extends object>({
  rows,
  columns,
  rowId,
  sorting,
  sorted = false,
}: Options<Row>) {
  const defs = useMemo(() => columns.map((column) => toColumnDef(column)), [columns]);
  const { field, direction } = sorting;
  const state = useMemo(() => ({ sorting: [{ id: field, desc: direction === 'desc' }] }), [field, direction]);
  return useTable({ features, columns: defs, data: rows, getRowId: rowId, state, manualSorting: sorted });
}

/** The active column turns round, a new one starts descending (spec 2). */
export function nextSorting(current: Sorting, field: string): Sorting {
  const turned = current.field === field && current.direction === 'desc' ? 'asc' : 'desc';
  return { field, direction: turned };
}

const german = new Intl.Collator('de', { numeric: true });

/** Order of two values of a sortable column. */
export function compareValues(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return german.compare(String(a), String(b));
}

function toColumnDef<Row extends object>({
  id,
  header,
  sortValue,
}: Column<Row>): ColumnDef<typeof features, Row> {
  const value = sortValue ?? (() => null);
  return {
    id,
    header,
    accessorFn: value,
    enableSorting: sortValue !== undefined,
    sortFn: (a, b) => compareValues(value(a.original), value(b.original)),
  };
}

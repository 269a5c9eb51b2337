/** Rows of a staff list, as the reader chose to see them. */
import { type ReactNode, useMemo } from 'react';
import type { SortDirection } from '#domain/backoffice/mail-log';
import { orderedRows, type SortValue } from './order';

/** A column: what stands over it, what a row shows in it, and by what it sorts. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Texts sort as in a German dictionary, null comes first. */
  sortValue?: (row: Row) => SortValue;
  /** Further classes of its cells on wide screens. */
  className?: string;
};

export type Sorting = { field: string; direction: SortDirection };

/** What a table draws: the rows that are left, in their order. */
export type DataTableModel<Row extends object> = {
  rows: readonly Row[];
  rowId: (row: Row) => string;
};

type Options<Row extends object> = DataTableModel<Row> & {
  columns: readonly Column<Row>[];
  sorting: Sorting;
  /** The rows come in their order from the server. */
  sorted?: boolean;
  /** Which rows are left; memoise it. */
  filter?: (row: Row) => boolean;
};

/** Sorts before it filters: the order of a list is kept, so that a keystroke only looks through it. */
export function useDataTable<Row extends object>(options: Options<Row>): DataTableModel<Row> {
  const { rows, rowId, columns, sorting, sorted = false, filter } = options;
  const { field, direction } = sorting;
  const ordered = useMemo(() => {
    const value = columns.find(({ id }) => id === field)?.sortValue;
    return sorted || !value ? rows : orderedRows(rows, field, direction, value);
  }, [rows, columns, field, direction, sorted]);
  const left = useMemo(() => (filter ? ordered.filter(filter) : ordered), [ordered, filter]);
  return { rows: left, rowId };
}

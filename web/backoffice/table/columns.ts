import { type ReactNode, useMemo } from 'react';
import type { SortDirection } from '#domain/lists';
import { orderedRows, type SortValue } from './order';

export type Column<Row> = {
  /** The sort field. `actions` is a column of buttons, which need no heading on a card. */
  id?: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Texts sort as in a German dictionary, null comes first. `server`: the server sorts. */
  sortValue?: 'server' | ((row: Row) => SortValue);
  className?: string;
};

export type Sorting = { field: string; direction: SortDirection };

type Options<Row extends object> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  sorting: Sorting;
  /** Must be memoised. */
  filter?: (row: Row) => boolean;
};

/** Sorts before it filters: the order is cached, so that a keystroke in the search only filters. */
export function useRows<Row extends object>({
  rows,
  columns,
  sorting,
  filter,
}: Options<Row>): readonly Row[] {
  const { field, direction } = sorting;
  const ordered = useMemo(() => {
    const value = columns.find(({ id }) => id === field)?.sortValue;
    return typeof value === 'function' ? orderedRows(rows, field, direction, value) : rows;
  }, [rows, columns, field, direction]);
  return useMemo(() => (filter ? ordered.filter(filter) : ordered), [ordered, filter]);
}

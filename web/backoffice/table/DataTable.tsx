import {
  type ColumnDef,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { HeaderCell } from './HeaderCell';
import { SelectAll, type Selection, SelectRow } from './Selection';
import type { Column, DataTableModel, Sorting } from './useDataTable';
import { useWindow } from './useWindow';

type Props<Row extends object> = {
  /** Says what the table lists. */
  label: string;
  table: DataTableModel<Row>;
  columns: readonly Column<Row>[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selection?: Selection;
};

const features = tableFeatures({ rowSortingFeature });

/** A list of any length: a table on wide screens, a stack of cards on narrow ones. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, selection } = props;
  const { rows, rowId } = props.table;
  const { body, items, before, after, measure } = useWindow(rows.length);
  const table = useColumns(
    props,
    items.flatMap((index) => rows[index] ?? []),
  );
  const span = columns.length + (selection ? 1 : 0);
  // over cards there is only what can be pressed
  const head = selection || columns.some(({ sortValue }) => sortValue) ? 'max-xl:block' : 'max-xl:hidden';
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className="w-full border-separate border-spacing-0 rounded-card border border-line bg-white text-[0.9375rem] shadow-card max-xl:block"
    >
      <thead className={`z-10 ${head} xl:sticky xl:top-0 xl:bg-paper`}>
        <tr className="max-xl:flex max-xl:flex-wrap max-xl:gap-1 max-xl:rounded-t-card max-xl:border-b max-xl:border-line max-xl:bg-paper-deep max-xl:p-2">
          {selection ? (
            <SelectAll selection={selection} count={rows.length} ids={() => rows.map(rowId)} />
          ) : null}
          {table.getFlatHeaders().map(({ id, column }) => (
            <HeaderCell
              key={id}
              title={String(column.columnDef.header)}
              direction={column.getIsSorted() || null}
              onSort={column.getCanSort() ? column.getToggleSortingHandler() : undefined}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body} className="max-xl:block">
        <Spacer height={before} span={span} />
        {table.getRowModel().rows.map((row) => {
          const index = items[row.index] ?? 0;
          const ticked = selection?.selected.has(row.id) ?? false;
          return (
            <tr
              key={row.id}
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              className={`group max-xl:grid max-xl:grid-cols-[minmax(0,1fr)_auto] max-xl:gap-x-4 max-xl:gap-y-1 max-xl:border-b max-xl:border-line max-xl:px-4 max-xl:py-3 ${ticked ? 'bg-green-50' : 'xl:hover:bg-paper/70'}`}
            >
              {selection ? <SelectRow selection={selection} id={row.id} /> : null}
              {columns.map((column) => (
                <Cell
                  key={column.id}
                  column={column}
                  beside={selection !== undefined && column === columns[0]}
                >
                  {column.cell(row.original)}
                </Cell>
              ))}
            </tr>
          );
        })}
        <Spacer height={after} span={span} />
      </tbody>
    </table>
  );
}

/** The table model of the rows that are drawn; the order of all is made elsewhere, once for a list. */
function useColumns<Row extends object>({ table, columns, sorting, onSort }: Props<Row>, drawn: Row[]) {
  const defs = useMemo(
    () =>
      columns.map(
        ({ id, header, sortValue }): ColumnDef<typeof features, Row> => ({
          id,
          header,
          accessorFn: () => null,
          enableSorting: sortValue !== undefined,
        }),
      ),
    [columns],
  );
  const state: SortingState = [{ id: sorting.field, desc: sorting.direction === 'desc' }];
  return useTable({
    features,
    columns: defs,
    data: drawn,
    getRowId: table.rowId,
    manualSorting: true,
    // the active column turns round, a new one starts descending (spec 2)
    sortDescFirst: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting: state },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(state) : change;
      if (next) onSort({ field: next.id, direction: next.desc ? 'desc' : 'asc' });
    },
  });
}

type CellProps<Row> = {
  column: Column<Row>;
  /** On narrow screens the row's box stands at its right. */
  beside: boolean;
  children: ReactNode;
};

/** On narrow screens the heading stands before the value. */
function Cell<Row>({ column, beside, children }: CellProps<Row>) {
  // buttons say themselves what they are
  const heading =
    column.id === 'actions'
      ? 'max-xl:pt-1'
      : "max-xl:before:mr-2 max-xl:before:text-sm max-xl:before:text-ink-soft max-xl:before:inline-block max-xl:before:content-[attr(data-label)':']";
  return (
    <td
      data-label={column.header}
      className={`${beside ? 'max-xl:row-start-1' : 'max-xl:col-span-2'} ${heading} max-xl:empty:hidden xl:border-b xl:border-line xl:px-3 xl:py-2.5 xl:align-middle xl:group-last:border-b-0 ${column.className ?? ''}`}
    >
      {children}
    </td>
  );
}

function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true" className="max-xl:block">
      <td colSpan={span} style={{ height, padding: 0 }} className="max-xl:block" />
    </tr>
  );
}

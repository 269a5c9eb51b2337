import { useWindowVirtualizer } from '@tanstack/react-virtual';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SortDirection } from '#domain/lists';
import { orderedRows, type SortValue } from './order';
import { SelectAll, type Selection, SelectRow } from './selection';

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId?: (row: Row) => string;
  /** What the box of a row says to screen readers; the beginning of the id by default. */
  rowName?: (row: Row) => string;
  look?: keyof typeof looks;
  sorting?: Sorting & { onSort: (field: string, direction: SortDirection) => void };
  selection?: Selection;
  empty?: ReactNode;
};

const idOf = (row: object) => String(Reflect.get(row, 'id'));

/** A table for any number of rows; on narrow screens a stack of cards. */
export function Table<Row extends object>({ empty, ...props }: Props<Row>) {
  if (empty !== undefined && props.rows.length === 0) return empty;
  return <Rows {...props} />;
}

function Rows<Row extends object>(props: Props<Row>) {
  const { label, columns, rows, rowId = idOf, rowName, look = 'list', sorting, selection } = props;
  const { body, items, before, after, measure } = useWindow(rows.length);
  const classes = looks[look];
  const span = columns.length + (selection ? 1 : 0);
  const rowOf = (index: number) => {
    const row = rows[index];
    if (row === undefined) return null;
    const id = rowId(row);
    const ticked = selection?.selected.has(id) ?? false;
    return (
      <tr
        key={id}
        ref={measure}
        data-index={index}
        aria-rowindex={index + 2}
        className={`group ${classes.row} ${ticked ? 'bg-green-50' : classes.hover}`}
      >
        {selection ? <SelectRow selection={selection} id={id} name={rowName?.(row)} /> : null}
        {columns.map((column, at) => (
          <td
            key={column.header}
            data-label={column.header}
            className={classes.cell(column, selection !== undefined && at === 0)}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
    );
  };
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className={`w-full border-separate border-spacing-0 rounded-card border border-line bg-white text-[0.9375rem] shadow-card ${classes.table}`}
    >
      <thead className={classes.head(selection !== undefined || sorting !== undefined)}>
        <tr className={classes.headRow}>
          {selection ? (
            <SelectAll selection={selection} rows={rows.length} ids={() => rows.map(rowId)} />
          ) : null}
          {columns.map((column) => (
            <HeaderCell
              key={column.header}
              column={column}
              sorting={sorting}
              className={classes.headCell(column.sortValue !== undefined)}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body} className={classes.body}>
        <Spacer height={before} span={span} />
        {items.map(rowOf)}
        <Spacer height={after} span={span} />
      </tbody>
    </table>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

type HeaderProps<Row> = { column: Column<Row>; sorting: Props<Row>['sorting']; className: string };

/** Heading of a column; a button if the column sorts. The active column reverses, another one starts descending. */
function HeaderCell<Row>({ column: { id, header, sortValue }, sorting, className }: HeaderProps<Row>) {
  const look = `bg-paper-deep text-left text-sm font-semibold whitespace-nowrap text-ink-soft ${className}`;
  if (!sorting || id === undefined || sortValue === undefined) {
    return (
      <th scope="col" className={look}>
        {header}
      </th>
    );
  }
  const direction = sorting.field === id ? sorting.direction : null;
  const Icon = direction === null ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={direction ? ariaSort[direction] : undefined} className={look}>
      <button
        type="button"
        onClick={() => sorting.onSort(id, direction === 'desc' ? 'asc' : 'desc')}
        className={`-mx-2 inline-flex min-h-8 items-center gap-1.5 pointer-coarse:min-h-11 rounded-control px-2 hover:text-green-800 max-xl:mx-0 max-xl:border max-xl:border-line max-xl:bg-white ${direction ? 'text-green-900' : ''}`}
      >
        <span>{header}</span>
        <Icon aria-hidden="true" className={`size-4 ${direction ? '' : 'opacity-50'}`} />
      </button>
    </th>
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

/** If there are more rows, only those near the window are rendered. */
const drawnWhole = 100;
const rowHeight = 57;

/** Returns the rows near the window, and the heights of those before and after them. */
function useWindow(count: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect();
    if (box) setTop(box.top + scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    enabled: count > drawnWhole,
  });
  if (count <= drawnWhole) {
    return { body, items: [...Array(count).keys()], before: 0, after: 0, measure: undefined };
  }
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    body,
    items: items.map(({ index }) => index),
    before: first ? first.start - top : 0,
    after: last ? virtual.getTotalSize() - (last.end - top) : 0,
    measure: virtual.measureElement,
  };
}

export type Column<Row> = {
  /** The sort field. `actions` is a column of buttons, which need no heading on a card. */
  id?: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Texts sort as in a German dictionary, null comes first. `server`: the server sorts. */
  sortValue?: 'server' | ((row: Row) => SortValue);
  className?: string;
};

export function column<Row>(header: string, cell: Column<Row>['cell'], className?: string): Column<Row> {
  return { header, cell, className };
}

export function acts<Row>(cell: Column<Row>['cell'], className?: string): Column<Row> {
  return { id: 'actions', header: 'Aktionen', cell, className };
}

type Sorting = { field: string; direction: SortDirection };

type RowsOptions<Row extends object> = Pick<Props<Row>, 'rows' | 'columns'> & {
  sorting: Sorting;
  /** Must be memoised. */
  filter?: (row: Row) => boolean;
};

/** Sorts before it filters: the order is cached, so that a keystroke in the search only filters. */
export function useRows<Row extends object>(options: RowsOptions<Row>): readonly Row[] {
  const { rows, columns, filter, sorting } = options;
  const { field, direction } = sorting;
  const ordered = useMemo(() => {
    const value = columns.find(({ id }) => id === field)?.sortValue;
    return typeof value === 'function' ? orderedRows(rows, field, direction, value) : rows;
  }, [rows, columns, field, direction]);
  return useMemo(() => (filter ? ordered.filter(filter) : ordered), [ordered, filter]);
}

type Shown = Pick<Column<unknown>, 'id' | 'className'>;

/** A cell of a short table that takes a whole line on a phone. */
export const wide = 'col-span-2 md:col-span-1';

/**
 * A list that fills its screen. Below `xl` it shows cards, each value after its heading. Tailwind finds only whole class
 * names, so classes for two widths are written twice.
 */
const list = {
  table: 'max-xl:block',
  // above cards only what can be pressed is shown
  head: (pressable: boolean) =>
    `z-10 ${pressable ? 'max-xl:block' : 'max-xl:hidden'} xl:sticky xl:top-0 xl:bg-paper`,
  headRow:
    'max-xl:flex max-xl:flex-wrap max-xl:gap-1 max-xl:rounded-t-card max-xl:border-b max-xl:border-line max-xl:bg-paper-deep max-xl:p-2',
  headCell: (sortable: boolean) =>
    `xl:border-b xl:border-line xl:px-3 xl:py-2 xl:first:rounded-tl-card xl:last:rounded-tr-card ${sortable ? '' : 'max-xl:hidden'}`,
  body: 'max-xl:block',
  row: 'max-xl:grid max-xl:grid-cols-[minmax(0,1fr)_auto] max-xl:gap-x-4 max-xl:gap-y-1 max-xl:border-b max-xl:border-line max-xl:px-4 max-xl:py-3 max-xl:last:border-b-0',
  hover: 'xl:hover:bg-paper/70',
  // `beside`: on narrow screens the checkbox of the row is at its right
  cell: ({ id, className = '' }: Shown, beside: boolean) => {
    const heading =
      id === 'actions'
        ? 'max-xl:pt-1'
        : "max-xl:before:mr-2 max-xl:before:text-sm max-xl:before:text-ink-soft max-xl:before:inline-block max-xl:before:content-[attr(data-label)':']";
    return `${beside ? 'max-xl:row-start-1' : 'max-xl:col-span-2'} ${heading} max-xl:empty:hidden xl:border-b xl:border-line xl:px-3 xl:py-2.5 xl:align-middle xl:group-last:border-b-0 ${className}`;
  },
};

/** A short table beside other content. On its cards headings and values are side by side. */
const short = {
  headCell: () => 'border-b border-line px-3 py-2',
  headRow: undefined,
  cell:
    (classes: string) =>
    ({ className = wide }: Shown) =>
      `wrap-anywhere before:w-25 before:shrink-0 before:text-sm before:font-normal before:text-ink-soft ${classes} ${className}`,
};

const looks = {
  list,
  // cards are the default and `md` overrides them: `max-md` and `md` would both apply at exactly 768 px
  shortMd: {
    ...short,
    table: 'overflow-hidden block md:table',
    head: () => 'sr-only md:not-sr-only md:table-header-group',
    body: 'block md:table-row-group',
    row: 'items-baseline gap-x-3 gap-y-1 grid grid-cols-[minmax(0,1fr)_auto] border-b border-line px-4 py-3 last:border-b-0 md:table-row',
    hover: 'md:hover:bg-paper/70',
    cell: short.cell(
      'flex min-w-0 items-baseline before:content-[attr(data-label)] md:table-cell md:border-b md:border-line md:px-3 md:py-2.5 md:group-last:border-b-0 md:before:content-none',
    ),
  },
  shortXl: {
    ...short,
    table: 'overflow-hidden block xl:table',
    head: () => 'sr-only xl:not-sr-only xl:table-header-group',
    body: 'block xl:table-row-group',
    row: 'items-baseline gap-x-3 gap-y-1 grid grid-cols-2 border-b border-line px-4 py-3 last:border-b-0 xl:table-row',
    hover: 'xl:hover:bg-paper/70',
    cell: short.cell(
      'flex min-w-0 items-baseline before:content-[attr(data-label)] xl:table-cell xl:border-b xl:border-line xl:px-3 xl:py-2.5 xl:group-last:border-b-0 xl:before:content-none',
    ),
  },
};

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { HeaderCell } from './HeaderCell';
import { type Column, type DataTableModel, nextSorting, type Sorting } from './useDataTable';

type Props<Row extends object> = {
  /** Says what the table lists. */
  label: string;
  table: DataTableModel<Row>;
  columns: readonly Column<Row>[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selection?: Selection;
};

/** Rows that are ticked, by their id. */
export type Selection = { selected: ReadonlySet<string>; onChange: (selected: Set<string>) => void };

/** From this many rows on only those near the window are drawn. */
const drawnWhole = 100;
const rowHeight = 57;

/** A list of any length: a table on wide screens, a stack of cards on narrow ones. */
export function DataTable<Row extends object>({
  label,
  table,
  columns,
  sorting,
  onSort,
  selection,
}: Props<Row>) {
  const { rows } = table.getRowModel();
  const { body, items, before, after, measure } = useWindow(rows.length);
  const span = columns.length + (selection ? 1 : 0);
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className="w-full border-separate border-spacing-0 rounded-card border border-line bg-white text-[0.9375rem] shadow-card max-xl:block"
    >
      <thead className="z-10 max-xl:block xl:sticky xl:top-0">
        <tr className="max-xl:flex max-xl:flex-wrap max-xl:gap-1 max-xl:rounded-t-card max-xl:border-b max-xl:border-line max-xl:bg-paper-deep max-xl:p-2">
          {selection ? (
            <SelectAll selection={selection} count={rows.length} ids={() => rows.map(({ id }) => id)} />
          ) : null}
          {columns.map((column) => (
            <HeaderCell
              key={column.id}
              title={column.header}
              direction={sorting.field === column.id ? sorting.direction : null}
              onSort={column.sortValue ? () => onSort(nextSorting(sorting, column.id)) : undefined}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body} className="max-xl:block">
        <Spacer height={before} span={span} />
        {items.map((index) => {
          const row = rows[index];
          if (!row) return null;
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
      : "max-xl:before:mr-2 max-xl:before:text-sm max-xl:before:text-ink-soft max-xl:before:content-[attr(data-label)':']";
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

const box = 'size-5 accent-green-800 align-middle';

type SelectAllProps = { selection: Selection; count: number; ids: () => string[] };

/** Ticked when every visible row is: whoever hides rows prunes the selection. */
function SelectAll({ selection: { selected, onChange }, count, ids }: SelectAllProps) {
  const all = count > 0 && selected.size === count;
  return (
    <th
      scope="col"
      className="w-12 bg-paper-deep px-3 py-2 text-left max-xl:w-auto max-xl:px-2 xl:rounded-tl-card xl:border-b xl:border-line"
    >
      <input
        type="checkbox"
        className={box}
        aria-label="Alle auswählen"
        checked={all}
        ref={(input) => {
          if (input) input.indeterminate = !all && selected.size > 0;
        }}
        onChange={() => onChange(new Set(all ? [] : ids()))}
      />
    </th>
  );
}

function SelectRow({ selection: { selected, onChange }, id }: { selection: Selection; id: string }) {
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <td className="max-xl:col-start-2 max-xl:row-start-1 max-xl:justify-self-end xl:border-b xl:border-line xl:px-3 xl:group-last:border-b-0">
      <input
        type="checkbox"
        className={box}
        aria-label={`${id.slice(0, 8)} auswählen`}
        checked={selected.has(id)}
        onChange={toggle}
      />
    </td>
  );
}

/** Which rows are near the window, and how high what is not drawn would be. */
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

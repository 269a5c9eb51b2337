import type { ReactNode } from 'react';

export type PlainColumn<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Further classes of its cells. On narrow screens each stands beside its heading, over the card's two columns. */
  className?: string;
};

type Props<Row> = {
  /** Says what the table lists. */
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
};

/** A short list in the order it came: a table on wide screens, a stack of cards on narrow ones. */
export function PlainTable<Row>({ label, columns, rows, rowId }: Props<Row>) {
  return (
    <table
      aria-label={label}
      className="w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-white text-[0.9375rem] shadow-card max-md:block"
    >
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ header }) => (
            <th
              key={header}
              scope="col"
              className="border-b border-line bg-paper-deep px-3 py-2 text-left text-sm font-semibold whitespace-nowrap text-ink-soft"
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowId(row)}
            className="group max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-baseline max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0 md:hover:bg-paper/70"
          >
            {columns.map(({ header, cell, className = wide }) => (
              <td
                key={header}
                data-label={header}
                className={`wrap-anywhere max-md:flex max-md:min-w-0 max-md:items-baseline max-md:before:w-25 max-md:before:shrink-0 max-md:before:text-sm max-md:before:text-ink-soft max-md:before:content-[attr(data-label)] md:border-b md:border-line md:px-3 md:py-2.5 md:group-last:border-b-0 ${className}`}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A cell of a card that takes a line of its own. */
export const wide = 'max-md:col-span-2';

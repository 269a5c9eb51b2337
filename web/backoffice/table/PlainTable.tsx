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
  /** Width under which the rows become cards: long texts need a wider table. */
  cardsBelow?: keyof typeof looks;
};

/** A short list in the order it came: a table on wide screens, a stack of cards on narrow ones. */
export function PlainTable<Row>({ label, columns, rows, rowId, cardsBelow = 'md' }: Props<Row>) {
  const look = looks[cardsBelow];
  return (
    <table
      aria-label={label}
      className={`w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-white text-[0.9375rem] shadow-card ${look.table}`}
    >
      <thead className={look.head}>
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
      <tbody className={look.body}>
        {rows.map((row) => (
          <tr key={rowId(row)} className={`group items-baseline gap-x-3 gap-y-1 ${look.row}`}>
            {columns.map(({ header, cell, className = wide }) => (
              <td
                key={header}
                data-label={header}
                className={`wrap-anywhere before:w-25 before:shrink-0 before:text-sm before:font-normal before:text-ink-soft ${look.cell} ${className}`}
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

/** A cell of a card that takes a line of its own on a phone. */
export const wide = 'col-span-2 md:col-span-1';

/**
 * Cards first, the table over them: `max-md` and `md` together would both hold at exactly 768 px. Written out twice,
 * for Tailwind finds whole class names only.
 */
const looks = {
  md: {
    table: 'block md:table',
    head: 'sr-only md:not-sr-only md:table-header-group',
    body: 'block md:table-row-group',
    row: 'grid grid-cols-[minmax(0,1fr)_auto] border-b border-line px-4 py-3 last:border-b-0 md:table-row md:hover:bg-paper/70',
    cell: 'flex min-w-0 items-baseline before:content-[attr(data-label)] md:table-cell md:border-b md:border-line md:px-3 md:py-2.5 md:group-last:border-b-0 md:before:content-none',
  },
  xl: {
    table: 'block xl:table',
    head: 'sr-only xl:not-sr-only xl:table-header-group',
    body: 'block xl:table-row-group',
    row: 'grid grid-cols-2 border-b border-line px-4 py-3 last:border-b-0 xl:table-row xl:hover:bg-paper/70',
    cell: 'flex min-w-0 items-baseline before:content-[attr(data-label)] xl:table-cell xl:border-b xl:border-line xl:px-3 xl:py-2.5 xl:group-last:border-b-0 xl:before:content-none',
  },
};

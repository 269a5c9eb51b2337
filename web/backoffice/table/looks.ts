/** Classes of tables. Tailwind finds only whole class names, so classes for two widths are written twice. */

type Look = {
  table: string;
  /** `pressable`: it contains buttons or a checkbox. */
  head: (pressable: boolean) => string;
  headRow?: string;
  headCell: (sortable: boolean) => string;
  body: string;
  row: string;
  hover: string;
  /** `beside`: on narrow screens the checkbox of the row is at its right. */
  cell: (column: { id?: string; className?: string }, beside: boolean) => string;
};

/** A cell of a short table that takes a whole line on a phone. */
export const wide = 'col-span-2 md:col-span-1';

/** A list that fills its screen. Below `xl` it shows cards, each value after its heading. */
const list: Look = {
  table: 'max-xl:block',
  // above cards only what can be pressed is shown
  head: (pressable) => `z-10 ${pressable ? 'max-xl:block' : 'max-xl:hidden'} xl:sticky xl:top-0 xl:bg-paper`,
  headRow:
    'max-xl:flex max-xl:flex-wrap max-xl:gap-1 max-xl:rounded-t-card max-xl:border-b max-xl:border-line max-xl:bg-paper-deep max-xl:p-2',
  headCell: (sortable) =>
    `xl:border-b xl:border-line xl:px-3 xl:py-2 xl:first:rounded-tl-card xl:last:rounded-tr-card ${sortable ? '' : 'max-xl:hidden'}`,
  body: 'max-xl:block',
  row: 'max-xl:grid max-xl:grid-cols-[minmax(0,1fr)_auto] max-xl:gap-x-4 max-xl:gap-y-1 max-xl:border-b max-xl:border-line max-xl:px-4 max-xl:py-3 max-xl:last:border-b-0',
  hover: 'xl:hover:bg-paper/70',
  cell: ({ id, className = '' }, beside) => {
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
  cell:
    (classes: string): Look['cell'] =>
    ({ className = wide }) =>
      `wrap-anywhere before:w-25 before:shrink-0 before:text-sm before:font-normal before:text-ink-soft ${classes} ${className}`,
};

export const looks: Record<'list' | 'shortMd' | 'shortXl', Look> = {
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

import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { SortDirection } from '#domain/backoffice/mail-log';

type Props = {
  title: string;
  /** Of the active column; null for all others. */
  direction: SortDirection | null;
  onSort?: (event: unknown) => void;
};

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** Heading of a column; a button where the column sorts. */
export function HeaderCell({ title, direction, onSort }: Props) {
  const Icon = direction === null ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={direction ? ariaSort[direction] : undefined}
      className={`bg-paper-deep text-left text-sm font-semibold whitespace-nowrap text-ink-soft xl:border-b xl:border-line xl:px-3 xl:py-2 xl:first:rounded-tl-card xl:last:rounded-tr-card ${onSort ? '' : 'max-xl:hidden'}`}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={`-mx-2 inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 hover:text-green-800 max-xl:mx-0 max-xl:border max-xl:border-line max-xl:bg-white ${direction ? 'text-green-900' : ''}`}
        >
          {title}
          <Icon aria-hidden="true" className={`size-4 ${direction ? '' : 'opacity-50'}`} />
        </button>
      ) : (
        title
      )}
    </th>
  );
}

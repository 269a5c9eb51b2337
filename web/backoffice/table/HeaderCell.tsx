import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { SortDirection } from '#domain/backoffice/lists';

type Props = {
  title: string;
  /** Of the active column; null for all others. */
  direction: SortDirection | null;
  /** Missing where the column does not sort. */
  onSort: (() => void) | undefined;
  className: string;
};

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** Heading of a column; a button where the column sorts. */
export function HeaderCell({ title, direction, onSort, className }: Props) {
  const Icon = direction === null ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={direction ? ariaSort[direction] : undefined}
      className={`bg-paper-deep text-left text-sm font-semibold whitespace-nowrap text-ink-soft ${className}`}
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

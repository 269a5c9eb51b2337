import { Link } from '@tanstack/react-router';
import { type ApplicationRow, stateLabels } from '#domain/applications/staff';
import { shortId } from '#domain/ids';
import { href, pages } from '#domain/urls';
import { buttonClass } from '../../ui/button';
import { PassingButton } from '../buttons';
import { BlockBadges } from '../cases/flags';
import { Moment } from '../table/cells';
import type { Column } from '../table/Table';
import { StatusBadge, stateOf, stepNameOf } from './rows';

/** Columns of the list; the ids are the sort fields of the address. */
export function applicationColumns(onDelete: (row: ApplicationRow) => void): Column<ApplicationRow>[] {
  return [
    {
      id: 'id',
      header: 'Antrag-ID',
      // as a number, which sorts faster; the first 48 bits of 100,000 ids are hardly ever equal
      sortValue: ({ id }) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16),
      cell: ({ id }) => (
        <span className="font-mono text-sm" title={id}>
          {shortId(id)}
        </span>
      ),
    },
    {
      id: 'person',
      header: 'Person und Pferd',
      cell: (row) => <Person row={row} />,
      className: 'xl:max-w-0 xl:w-full',
    },
    {
      id: 'status',
      header: 'Status',
      sortValue: (row) => stateLabels[stateOf(row)],
      cell: ({ completed, adviceOwed, restricted }) => (
        <span className="inline-flex flex-wrap gap-1">
          <StatusBadge completed={completed} />
          <BlockBadges adviceOwed={adviceOwed} restricted={restricted} />
        </span>
      ),
    },
    {
      id: 'currentStep',
      header: 'Aktueller Schritt',
      // completed comes after the sixth step
      sortValue: ({ completed, currentStep }) => (completed ? 7 : currentStep),
      cell: stepNameOf,
    },
    {
      id: 'createdAt',
      header: 'Erstellt',
      sortValue: ({ createdAt }) => Date.parse(createdAt),
      cell: ({ createdAt }) => <Moment iso={createdAt} />,
      className: 'tabular-nums xl:w-28',
    },
    {
      id: 'lastUpdated',
      header: 'Letzte Änderung',
      sortValue: ({ lastUpdated }) => Date.parse(lastUpdated),
      cell: ({ lastUpdated }) => <Moment iso={lastUpdated} />,
      className: 'tabular-nums xl:w-28',
    },
    {
      id: 'actions',
      header: 'Aktionen',
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-2">
          <Link
            to={href(pages.backofficeApplication, { id: row.id })}
            className={buttonClass('secondary', 'small')}
          >
            Details
          </Link>
          <PassingButton look="danger" size="small" onClick={() => onDelete(row)}>
            Löschen
          </PassingButton>
        </span>
      ),
    },
  ];
}

function Person({ row: { contactName, email, horseName, source } }: { row: ApplicationRow }) {
  if (!contactName && !horseName && !source) return '-';
  return (
    <span className="block min-w-0 max-xl:inline-block max-xl:max-w-full max-xl:align-top">
      {contactName ? (
        <span className="block truncate font-semibold">{contactName}</span>
      ) : (
        <span className="block truncate text-ink-soft">Noch kein Kontakt</span>
      )}
      <span className="block truncate text-sm text-ink-soft">
        {[horseName, email].filter(Boolean).join(' · ')}
      </span>
      {source ? <span className="block truncate text-sm text-ink-soft">{`Quelle: ${source}`}</span> : null}
    </span>
  );
}

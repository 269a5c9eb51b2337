import { Link } from '@tanstack/react-router';
import type { Application } from '#domain/application';
import { formatInstant } from '#domain/format';
import { shortId } from '#domain/ids';
import { lastStep } from '#domain/steps/all';
import { href, pages } from '#domain/urls';
import { buttonClass } from '../../ui/button';
import { StatusBadge } from '../applications/rows';
import { Empty } from '../table/frame';
import { type Column, Table, wide } from '../table/Table';

const columns: Column<Application>[] = [
  {
    header: 'Antrag-ID',
    className: 'before:hidden',
    cell: ({ id }) => (
      <span id={`antrag-${id}`} title={id} className="font-mono text-sm whitespace-nowrap">
        {shortId(id)}
      </span>
    ),
  },
  {
    header: 'Status',
    className: 'justify-self-end before:hidden',
    cell: ({ completed }) => <StatusBadge completed={completed} />,
  },
  {
    header: 'Schritt',
    className: 'col-start-1 tabular-nums',
    cell: ({ currentStep }) => `${currentStep}/${lastStep}`,
  },
  {
    header: 'Erstellt',
    className: `${wide} tabular-nums`,
    cell: ({ createdAt }) => formatInstant(createdAt),
  },
  {
    header: 'Aktualisiert',
    className: `${wide} tabular-nums`,
    cell: ({ lastUpdated }) => formatInstant(lastUpdated),
  },
  {
    header: 'Aktion',
    className: 'col-start-2 row-start-2 justify-self-end before:hidden md:w-px md:py-1.5! whitespace-nowrap',
    cell: ({ id }) => (
      <Link
        to={href(pages.backofficeApplication, { id })}
        aria-describedby={`antrag-${id}`}
        className={buttonClass('secondary', 'small')}
      >
        Details
      </Link>
    ),
  },
];

export function NewestApplications({ applications }: { applications: readonly Application[] }) {
  if (applications.length === 0) {
    return (
      <Empty
        small
        title="Noch niemand hat etwas beantragt"
        note="Sobald jemand den ersten Schritt gespeichert hat, steht es hier."
      />
    );
  }
  return (
    <Table
      label="Zuletzt eingegangen"
      columns={columns}
      rows={applications}
      rowId={({ id }) => id}
      look="shortMd"
    />
  );
}

import { Link } from '@tanstack/react-router';
import type { Application } from '../../../../domain/application';
import { formatInstant } from '../../../../domain/format';
import { lastStep } from '../../../../domain/steps';
import { pages } from '../../../../domain/urls';
import { buttonClass } from '../../../ui/button';
import { shortId } from '../applications/rows';
import { Empty } from './Empty';
import { type PlainColumn, PlainTable } from './PlainTable';
import { StatusBadge } from './StatusBadge';

const columns: PlainColumn<Application>[] = [
  {
    header: 'Antrag-ID',
    cell: ({ id }) => (
      <span id={`antrag-${id}`} title={id} className="font-mono text-sm">
        {shortId(id)}
      </span>
    ),
  },
  { header: 'Status', cell: ({ completed }) => <StatusBadge completed={completed} /> },
  { header: 'Schritt', cell: ({ currentStep }) => `${currentStep}/${lastStep}`, className: 'tabular-nums' },
  { header: 'Erstellt', cell: ({ createdAt }) => formatInstant(createdAt), className: 'tabular-nums' },
  {
    header: 'Zuletzt aktualisiert',
    cell: ({ lastUpdated }) => formatInstant(lastUpdated),
    className: 'tabular-nums',
  },
  {
    header: 'Aktion',
    className: 'md:w-px md:py-1.5!',
    cell: ({ id }) => (
      <Link
        to={pages.backofficeApplication(id)}
        aria-describedby={`antrag-${id}`}
        className={buttonClass('secondary', 'small')}
      >
        Details
      </Link>
    ),
  },
];

/** The tab 'Neueste Anträge'. */
export function NewestApplications({ applications }: { applications: readonly Application[] }) {
  if (applications.length === 0) {
    return (
      <Empty note="Sobald jemand den ersten Schritt gespeichert hat, steht es hier.">
        Noch niemand hat etwas beantragt
      </Empty>
    );
  }
  return (
    <PlainTable label="Zuletzt eingegangen" columns={columns} rows={applications} rowId={({ id }) => id} />
  );
}

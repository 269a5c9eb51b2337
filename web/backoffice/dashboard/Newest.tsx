import { Link } from '@tanstack/react-router';
import type { Application } from '#domain/application';
import type { Callback } from '#domain/callbacks/request';
import type { Dashboard } from '#domain/dashboard';
import { formatInstant } from '#domain/format';
import { phoneHref } from '#domain/hrefs';
import { shortId } from '#domain/ids';
import { lastStep } from '#domain/steps/all';
import { href, pages } from '#domain/urls';
import { buttonClass } from '../../ui/button';
import { Tabs } from '../../ui/tabs';
import { StatusBadge } from '../applications/rows';
import { oneOf, searchOf, useSearchState } from '../screen';
import { EmailText, Linked } from '../table/cells';
import { Empty } from '../table/frame';
import { type Column, column, Table, wide } from '../table/Table';

export const search = searchOf({ tab: oneOf(['applications', 'callbacks']) });

export function Newest({ data }: { data: Dashboard }) {
  const [{ tab = 'applications' }, change] = useSearchState(search);
  const applications = (
    <Table
      label="Zuletzt eingegangen"
      columns={columns}
      rows={data.recentApplications}
      look="shortMd"
      empty={<Empty small title="Noch niemand hat etwas beantragt" note={firstComing} />}
    />
  );
  const wishes = (
    <Table
      label="Wer auf einen Anruf wartet"
      columns={wishColumns}
      rows={data.callbackRequests}
      look="shortXl"
      empty={<Empty small title="Niemand wartet auf einen Anruf" note="Alle Wünsche sind bearbeitet." />}
    />
  );
  return (
    <div>
      <Tabs
        label="Was neu ist"
        active={tab}
        onChange={(chosen) => change({ tab: chosen === 'applications' ? undefined : chosen }, true)}
        tabs={[
          { key: 'applications', label: 'Neueste Anträge', content: applications },
          { key: 'callbacks', label: 'Rückrufwünsche', content: wishes },
        ]}
      />
      <p className="mt-3 text-sm">
        <Link
          to={tab === 'applications' ? pages.backofficeApplications : pages.backofficeCallbacks}
          className="font-semibold text-green-800 underline underline-offset-4"
        >
          Zur vollständigen Liste
        </Link>
      </p>
    </div>
  );
}

const number = `${wide} tabular-nums`;

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
  column('Schritt', ({ currentStep }) => `${currentStep}/${lastStep}`, 'col-start-1 tabular-nums'),
  column('Erstellt', ({ createdAt }) => formatInstant(createdAt), number),
  column('Aktualisiert', ({ lastUpdated }) => formatInstant(lastUpdated), number),
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

const firstComing = 'Sobald jemand den ersten Schritt gespeichert hat, steht es hier.';

const wishColumns: Column<Callback>[] = [
  column('Name', ({ name }) => name, `${wide} font-semibold xl:min-w-32`),
  column('Telefon', ({ phone }) => <Linked href={phoneHref(phone)}>{phone}</Linked>, `${wide} xl:min-w-36`),
  column('E-Mail', ({ email }) => <EmailText email={email} />, `${wide} xl:min-w-64`),
  column('Wunschzeit', ({ preferredTime }) => preferredTime ?? '-'),
  column('Erstellt', ({ createdAt }) => formatInstant(createdAt), `${number} xl:whitespace-nowrap`),
  {
    header: 'Nachricht',
    cell: ({ message }) => (
      <span title={message ?? undefined} className="block min-w-0 truncate xl:max-w-40 2xl:max-w-72">
        {message ?? '-'}
      </span>
    ),
  },
];

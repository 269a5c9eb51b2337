import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Application } from '#domain/application';
import type { Callback } from '#domain/callbacks/request';
import type { CaseCounts, CaseView } from '#domain/cases/staff';
import type { Dashboard } from '#domain/dashboard';
import { formatInstant } from '#domain/format';
import { shortId } from '#domain/ids';
import { phoneHref } from '#domain/links';
import { type LaunchCheck, openItemsText } from '#domain/operator/launch-check';
import { lastStep } from '#domain/steps/all';
import { isoOf } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { Button, buttonClass, linkClass } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { Tabs } from '../../ui/tabs';
import { StatusBadge } from '../applications/rows';
import { changing, useLoaded } from '../calls';
import { NextCaseButton } from '../cases/next-case';
import { useCaseCounts } from '../cases/queries';
import { LoadFailed, Page } from '../Page';
import { oneOf, type Screen, searchOf, useSearchState } from '../screen';
import { currentUserQuery } from '../session';
import { Linked } from '../table/cells';
import { Empty } from '../table/frame';
import { type Column, Table, wide } from '../table/Table';
import { AdminArea } from './AdminArea';
import { LastDays } from './DailyChart';
import { Stats, StatsPlaceholder } from './Stats';

const title = 'Dashboard';
const search = searchOf({ tab: oneOf(['applications', 'callbacks']) });

function DashboardPage() {
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useLoaded<Dashboard>(api.dashboard);
  const { data: user } = useQuery(currentUserQuery);
  // a button, because the cache never loads again automatically (docs/product.md, "Data cache")
  const refresh = (
    <Button look="secondary" size="small" aria-disabled={isFetching} onClick={() => void refetch()}>
      <RefreshCw aria-hidden="true" className={`size-4 ${isFetching ? 'animate-spin' : ''}`} />
      Aktualisieren
    </Button>
  );
  const note = (
    <>
      <span>Letztes Update</span>
      <span>{`: ${formatInstant(isoOf(dataUpdatedAt))}`}</span>
    </>
  );
  return (
    <Page title={title} note={data ? note : undefined} actions={data ? refresh : undefined}>
      <div className="space-y-8">
        {user?.role === 'admin' ? <LaunchLine /> : null}
        <CaseLine />
        {isError ? (
          <LoadFailed
            framed
            note={
              data
                ? 'Sie sehen den Stand vom letzten Update.'
                : 'Die Übersicht konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.'
            }
            busy={isFetching}
            onRetry={() => void refetch()}
          >
            <span lang="en">Error loading dashboard data</span>
          </LoadFailed>
        ) : null}
        {data ? <Overview data={data} admin={user?.role === 'admin'} /> : null}
        {data || isError ? null : <StatsPlaceholder />}
      </div>
    </Page>
  );
}

export const screen: Screen = {
  path: pages.backoffice,
  title,
  icon: LayoutDashboard,
  nav: 'main',
  search,
  component: DashboardPage,
};

function Overview({ data, admin }: { data: Dashboard; admin: boolean }) {
  return (
    <>
      <Stats stats={data.stats} />
      {admin ? <AdminArea /> : null}
      <Newest data={data} />
      <LastDays daily={data.daily} />
    </>
  );
}

/** The open tab is in the address, unless it is the first one. */
function Newest({ data }: { data: Dashboard }) {
  const [{ tab = 'applications' }, change] = useSearchState(search);
  return (
    <div>
      <Tabs
        label="Was neu ist"
        active={tab}
        onChange={(chosen) => change({ tab: chosen === 'applications' ? undefined : chosen }, true)}
        tabs={[
          {
            key: 'applications',
            label: 'Neueste Anträge',
            content: <NewestApplications applications={data.recentApplications} />,
          },
          {
            key: 'callbacks',
            label: 'Rückrufwünsche',
            content: <CallbackWishes wishes={data.callbackRequests} />,
          },
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

/** For administrators, while something of the Startprüfung is open. Without an answer the dashboard lacks only this line. */
function LaunchLine() {
  const { data } = useLoaded<LaunchCheck>(api.launchCheck, changing);
  if (!data || data.ready) return null;
  return (
    <Alert tone="warning">
      <Link to={pages.backofficeLaunch} className={linkClass}>
        {`Startprüfung: ${openItemsText(data.items)}`}
      </Link>
    </Alert>
  );
}

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

function NewestApplications({ applications }: { applications: readonly Application[] }) {
  if (applications.length === 0) {
    return (
      <Empty
        small
        title="Noch niemand hat etwas beantragt"
        note="Sobald jemand den ersten Schritt gespeichert hat, steht es hier."
      />
    );
  }
  return <Table label="Zuletzt eingegangen" columns={columns} rows={applications} look="shortMd" />;
}

function CaseLine() {
  const counts = useCaseCounts();
  return (
    <section
      aria-label="Vorgänge"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-green-200 bg-green-50 px-4 py-4 sm:px-6"
    >
      <p className="min-w-0">
        <span className="block font-serif text-xl font-semibold text-green-900">
          {counts ? headline(counts) : 'Ihre Arbeit'}
        </span>
        {counts ? (
          <span className="mt-1 flex flex-wrap gap-x-4 gap-y-2 text-[0.9375rem]">
            <ViewLink view="mine">{`${counts.mine.toLocaleString('de-DE')} bei Ihnen`}</ViewLink>
            <ViewLink view="unassigned">{`${counts.unassigned.toLocaleString('de-DE')} noch bei niemandem`}</ViewLink>
            <ViewLink view="due">{`${counts.due.toLocaleString('de-DE')} fällig im Team`}</ViewLink>
          </span>
        ) : null}
      </p>
      <NextCaseButton size="regular" />
    </section>
  );
}

function headline({ due, unassigned, open }: CaseCounts): string {
  if (due > 0)
    return due === 1 ? 'Ein Vorgang wartet heute' : `${due.toLocaleString('de-DE')} Vorgänge warten heute`;
  if (unassigned > 0) return 'Nichts ist fällig, Neues ist da';
  return open > 0 ? 'Heute ist nichts fällig' : 'Alles ist erledigt';
}

function ViewLink({ view, children }: { view: CaseView; children: string }) {
  return (
    <Link to={pages.backofficeCases} search={{ view }} className={linkClass}>
      {children}
    </Link>
  );
}

const wishColumns: Column<Callback>[] = [
  { header: 'Name', cell: ({ name }) => name, className: `${wide} font-semibold xl:min-w-32` },
  {
    header: 'Telefon',
    className: `${wide} xl:min-w-36`,
    cell: ({ phone }) => <Linked href={phoneHref(phone)}>{phone}</Linked>,
  },
  { header: 'E-Mail', cell: ({ email }) => email ?? '-', className: `${wide} xl:min-w-64` },
  { header: 'Wunschzeit', cell: ({ preferredTime }) => preferredTime ?? '-' },
  {
    header: 'Erstellt',
    cell: ({ createdAt }) => formatInstant(createdAt),
    className: `${wide} tabular-nums xl:whitespace-nowrap`,
  },
  {
    header: 'Nachricht',
    cell: ({ message }) => (
      <span title={message ?? undefined} className="block min-w-0 truncate xl:max-w-40 2xl:max-w-72">
        {message ?? '-'}
      </span>
    ),
  },
];

function CallbackWishes({ wishes }: { wishes: readonly Callback[] }) {
  if (wishes.length === 0) {
    return <Empty small title="Niemand wartet auf einen Anruf" note="Alle Wünsche sind bearbeitet." />;
  }
  return <Table label="Wer auf einen Anruf wartet" columns={wishColumns} rows={wishes} look="shortXl" />;
}

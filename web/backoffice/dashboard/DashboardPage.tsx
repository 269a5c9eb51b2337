import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Hourglass from 'lucide-react/icons/hourglass';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import PhoneCall from 'lucide-react/icons/phone-call';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Settings from 'lucide-react/icons/settings';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import type { CaseCounts } from '#domain/cases/staff';
import type { Dashboard } from '#domain/dashboard';
import { formatInstant } from '#domain/format';
import { type LaunchCheck, openItemsText } from '#domain/operator/launch-check';
import { pausedSentence, pauseLines, trialSentence } from '#domain/site-state';
import { isoOf } from '#domain/time';
import { api, pages } from '#domain/urls';
import { linkClass, SmallButton } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { NextCaseButton, useCaseCounts } from '../cases/desk';
import { LoadFailed, Page } from '../Page';
import type { Screen } from '../screen';
import { currentUserQuery } from '../session';
import { LastDays } from './DailyChart';
import { Newest, search } from './Newest';

const title = 'Dashboard';

function DashboardPage() {
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useLoaded<Dashboard>(api.dashboard);
  const { data: user } = useQuery(currentUserQuery);
  // a button, because the cache never loads again automatically (docs/product.md, "Data cache")
  const refresh = (
    <SmallButton aria-disabled={isFetching} onClick={() => void refetch()}>
      <RefreshCw aria-hidden="true" className={`size-4 ${isFetching ? 'animate-spin' : ''}`} />
      Aktualisieren
    </SmallButton>
  );
  const note = (
    <>
      <span>Letztes Update</span>
      <span>{`: ${formatInstant(isoOf(dataUpdatedAt))}`}</span>
    </>
  );
  const noteOfFailure = data
    ? 'Sie sehen den Stand vom letzten Update.'
    : 'Die Übersicht konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.';
  return (
    <Page title={title} note={data ? note : undefined} actions={data ? refresh : undefined}>
      <div className="space-y-8">
        {user?.role === 'admin' ? <LaunchLine /> : null}
        {data?.siteState ? <StateLine {...data.siteState} /> : null}
        <CaseLine />
        {isError ? (
          <LoadFailed framed note={noteOfFailure} busy={isFetching} onRetry={() => void refetch()}>
            <span lang="en">Error loading dashboard data</span>
          </LoadFailed>
        ) : null}
        {data ? (
          <>
            <Stats stats={data.stats} />
            {user?.role === 'admin' ? <AdminArea /> : null}
            <Newest data={data} />
            <LastDays daily={data.daily} />
          </>
        ) : null}
        {data || isError ? null : <StatsPlaceholder />}
      </div>
    </Page>
  );
}

export const screen: Screen = {
  path: pages.backoffice,
  title,
  icon: LayoutDashboard,
  search,
  component: DashboardPage,
};

function StateLine({ state, reason, resumeOn }: NonNullable<Dashboard['siteState']>) {
  const isTrial = state === 'trial';
  return (
    <Alert tone="warning" title={isTrial ? trialSentence : pausedSentence}>
      {isTrial ? null : pauseLines({ reason, resumeOn }).slice(1).join(' ')}
    </Alert>
  );
}

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
            {views.map(({ view, words }) => (
              <Link key={view} to={pages.backofficeCases} search={{ view }} className={linkClass}>
                {`${counts[view].toLocaleString('de-DE')} ${words}`}
              </Link>
            ))}
          </span>
        ) : null}
      </p>
      <NextCaseButton size="regular" />
    </section>
  );
}

function headline({ due, unassigned, open }: CaseCounts): string {
  if (due === 1) return 'Ein Vorgang wartet heute';
  if (due > 1) return `${due.toLocaleString('de-DE')} Vorgänge warten heute`;
  if (unassigned > 0) return 'Nichts ist fällig, Neues ist da';
  return open > 0 ? 'Heute ist nichts fällig' : 'Alles ist erledigt';
}

const views = [
  { view: 'mine', words: 'offen bei Ihnen' },
  { view: 'unassigned', words: 'noch bei niemandem' },
  { view: 'due', words: 'fällig im Team' },
] as const;

const cards = [
  { key: 'totalApplications', label: 'Anträge gesamt', Icon: ClipboardList },
  { key: 'completedApplications', label: 'Abgeschlossen', Icon: CircleCheckBig },
  { key: 'incompleteApplications', label: 'In Bearbeitung', Icon: Hourglass },
  { key: 'pendingCallbacks', label: 'Rückrufe', Icon: PhoneCall },
] as const;

function Stats({ stats }: { stats: Dashboard['stats'] }) {
  return (
    <dl className={grid}>
      {cards.map(({ key, label, Icon }) => (
        <Card key={key}>
          <dt className="flex items-center justify-between gap-2 text-sm wrap-anywhere font-semibold text-ink-soft">
            {label}
            <Icon
              aria-hidden="true"
              className="size-5 shrink-0 text-saddle-600 max-[24rem]:hidden lg:hidden xl:block"
            />
          </dt>
          <dd className="mt-1 font-serif text-3xl font-semibold text-green-900">
            {stats[key].toLocaleString('de-DE')}
          </dd>
        </Card>
      ))}
    </dl>
  );
}

function StatsPlaceholder() {
  return (
    <div role="status" aria-label="Dashboard wird geladen" aria-busy="true" className={grid}>
      {cards.map(({ key }) => (
        <Card key={key}>
          <div aria-hidden="true" data-placeholder="" className="animate-pulse">
            <div className="h-5 w-3/5 rounded bg-paper-deep" />
            <div className="mt-3 h-8 w-1/3 rounded bg-paper-deep" />
          </div>
        </Card>
      ))}
    </div>
  );
}

const grid = 'grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-3 sm:gap-4 lg:grid-cols-4';

function Card({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-white px-4 py-3.5 shadow-card xl:px-5">{children}</div>
  );
}

const soon = 'In Vorbereitung';
const areas = [
  { path: pages.backofficeUsers, title: 'Benutzerverwaltung', note: 'Konten und Rollen', Icon: Users },
  { path: pages.backofficeSettings, title: 'Systemeinstellungen', note: soon, Icon: Settings },
  { path: pages.backofficeReports, title: 'Berichte', note: soon, Icon: ChartColumn },
];

function AdminArea() {
  return (
    <section aria-labelledby="administrator-bereich">
      <h2 id="administrator-bereich" className="mb-3 text-xl text-green-900">
        Administrator-Bereich
      </h2>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-3 md:gap-4">
        {areas.map(({ path, title, note, Icon }) => (
          <li key={path}>
            {/* what is only announced has no route: the server responds with 404 */}
            <Link to={path} reloadDocument={note === soon} className={look}>
              <span
                aria-hidden="true"
                className="flex size-10 shrink-0 items-center justify-center rounded-full bg-green-50"
              >
                <Icon className="size-5 text-green-800" />
              </span>
              <span className="min-w-0 grow leading-tight">
                <span className="block font-semibold text-ink group-hover:text-green-800">{title}</span>
                <span className="block text-sm text-ink-soft">{note}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const look =
  'group flex h-full items-center gap-3 rounded-card border border-line bg-white px-4 py-3 shadow-card hover:border-green-800';

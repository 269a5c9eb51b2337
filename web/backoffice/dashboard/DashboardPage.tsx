import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Dashboard } from '#domain/dashboard';
import { formatInstant } from '#domain/format';
import { isoOf } from '#domain/time';
import { api, pages } from '#domain/urls';
import { Button } from '../../ui/button';
import { Tabs } from '../../ui/tabs';
import { useLoaded } from '../calls';
import { currentUserQuery } from '../current-user';
import { LoadFailed, Page } from '../Page';
import { oneOf, type Screen, searchOf, useSearchState } from '../screen';
import { AdminArea } from './AdminArea';
import { CallbackWishes } from './CallbackWishes';
import { CaseLine } from './CaseLine';
import { LastDays } from './LastDays';
import { LaunchLine } from './LaunchLine';
import { NewestApplications } from './NewestApplications';
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

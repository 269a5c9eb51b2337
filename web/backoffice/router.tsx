import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  useRouter,
} from '@tanstack/react-router';
import type { PageAssets } from '../document';
import { AppPage } from '../hydrated/AppPage';
import { Ready } from '../hydrated/ready';
import { NotFoundPage } from '../site/not-found/NotFoundPage';
import { ApplicationsPage } from './applications/ApplicationsPage';
import { AuditLogPage } from './audit-log/AuditLogPage';
import { BackofficeLayout } from './BackofficeLayout';
import { ChangePasswordPage } from './ChangePasswordPage';
import { CallbacksPage } from './callbacks/CallbacksPage';
import { DashboardPage } from './dashboard/DashboardPage';
import { DetailsPage } from './details/DetailsPage';
import { PrintPage } from './details/PrintPage';
import { EmailLogsPage } from './email-logs/EmailLogsPage';
import { LoginPage } from './login/LoginPage';
import {
  applicationsSearch,
  auditLogSearch,
  callbacksSearch,
  dashboardSearch,
  detailsSearch,
  emailLogsSearch,
} from './search';
import { UsersPage } from './users/UsersPage';

type StaffContext = { assets: PageAssets; queryClient: QueryClient };

const rootRoute = createRootRouteWithContext<StaffContext>()({
  component: function Root() {
    const { assets, queryClient } = useRouter().options.context as StaffContext;
    return (
      <AppPage assets={assets} script={assets.staff} queryClient={queryClient}>
        <Outlet />
      </AppPage>
    );
  },
  notFoundComponent: () => (
    <>
      <Ready />
      <NotFoundPage />
    </>
  ),
});

const loginRoute = createRoute({ getParentRoute: () => rootRoute, path: '/login', component: LoginPage });

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/backoffice',
  component: BackofficeLayout,
});

const child = <Path extends string>(path: Path) => ({ getParentRoute: () => layoutRoute, path });

const screenRoutes = [
  createRoute({ ...child('/'), validateSearch: dashboardSearch, component: DashboardPage }),
  createRoute({ ...child('/applications'), validateSearch: applicationsSearch, component: ApplicationsPage }),
  createRoute({ ...child('/applications/$id'), validateSearch: detailsSearch, component: DetailsPage }),
  createRoute({ ...child('/applications/$id/print'), component: PrintPage }),
  createRoute({ ...child('/callbacks'), validateSearch: callbacksSearch, component: CallbacksPage }),
  createRoute({ ...child('/email-logs'), validateSearch: emailLogsSearch, component: EmailLogsPage }),
  createRoute({ ...child('/users'), component: UsersPage }),
  createRoute({ ...child('/audit-log'), validateSearch: auditLogSearch, component: AuditLogPage }),
  createRoute({ ...child('/change-password'), component: ChangePasswordPage }),
] as const;

const routeTree = rootRoute.addChildren([loginRoute, layoutRoute.addChildren(screenRoutes)]);
const noAssets: PageAssets = { styles: '', app: '', staff: '', boot: '', fonts: [], reload: null };

/** Login and backoffice. The names of the built files travel from the server in the page. */
export function createStaffRouter({
  nonce,
  assets = noAssets,
  queryClient,
}: {
  nonce?: string;
  assets?: PageAssets;
  queryClient: QueryClient;
}) {
  const router = createRouter({
    routeTree,
    context: { assets, queryClient },
    ssr: nonce ? { nonce } : undefined,
    defaultPreload: false,
    scrollRestoration: true,
    dehydrate: () => ({ assets }),
    hydrate: (page: { assets: PageAssets }) => {
      router.update({ context: { queryClient, ...page } });
    },
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createStaffRouter>;
  }
}

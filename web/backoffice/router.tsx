import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  useRouter,
} from '@tanstack/react-router';
import { pages } from '#domain/urls';
import { noAssets, type PageAssets } from '../document';
import { AppPage, NotFound } from '../hydrated/AppPage';
import { BackofficeLayout } from './BackofficeLayout';
import { LoginPage } from './login/LoginPage';
import { routesOf } from './screen';
import { screens } from './screens';

type StaffContext = { assets: PageAssets; queryClient: QueryClient };
type Given = { nonce?: string; assets?: PageAssets; queryClient: QueryClient };

const rootRoute = createRootRouteWithContext<StaffContext>()({
  component: function Root() {
    const { assets, queryClient } = useRouter().options.context as StaffContext;
    return (
      <AppPage assets={assets} script={assets.staff} queryClient={queryClient}>
        <Outlet />
      </AppPage>
    );
  },
  notFoundComponent: NotFound,
});

const loginRoute = createRoute({ getParentRoute: () => rootRoute, path: pages.login, component: LoginPage });

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.backoffice,
  component: BackofficeLayout,
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  layoutRoute.addChildren(routesOf(screens, layoutRoute)),
]);

/** The router of login and backoffice. The browser gets `assets` with the page. */
export function createStaffRouter({ nonce, assets = noAssets, queryClient }: Given) {
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

import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  useRouter,
} from '@tanstack/react-router';
import { pages } from '#domain/urls';
import { noAssets } from '../document';
import { AppPage, type AppPageProps } from '../hydrated/AppPage';
import { Ready } from '../hydrated/ready';
import { NotFoundPage } from '../site/error-pages';
import { BackofficeLayout } from './BackofficeLayout';
import { LoginPage } from './login/LoginPage';
import { routesBelow } from './screens';

/** What the browser gets from the server with the page; the operator is null until then. */
type Page = Pick<AppPageProps, 'assets' | 'operator'>;
type StaffContext = Page & { queryClient: QueryClient };
type Given = Partial<Page> & { nonce?: string; queryClient: QueryClient };

const rootRoute = createRootRouteWithContext<StaffContext>()({
  component: function Root() {
    const context = useRouter().options.context as StaffContext;
    return (
      <AppPage {...context} script={context.assets.staff}>
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

const loginRoute = createRoute({ getParentRoute: () => rootRoute, path: pages.login, component: LoginPage });

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.backoffice,
  component: BackofficeLayout,
});

const routeTree = rootRoute.addChildren([loginRoute, layoutRoute.addChildren(routesBelow(layoutRoute))]);

export function createStaffRouter({ nonce, assets = noAssets, operator = null, queryClient }: Given) {
  const page: Page = { assets, operator };
  const router = createRouter({
    routeTree,
    context: { ...page, queryClient },
    ssr: nonce ? { nonce } : undefined,
    disableGlobalCatchBoundary: true,
    defaultPreload: false,
    scrollRestoration: true,
    dehydrate: () => page,
    hydrate: (sent: Page) => {
      router.update({ context: { queryClient, ...sent } });
    },
  });
  return router;
}

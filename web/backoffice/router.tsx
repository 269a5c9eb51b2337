import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  useRouter,
} from '@tanstack/react-router';
import type { PageOperator } from '#domain/operator/operator';
import { pages } from '#domain/urls';
import { noAssets, type PageAssets } from '../document';
import { AppPage } from '../hydrated/AppPage';
import { Ready } from '../hydrated/ready';
import { NotFoundPage } from '../site/not-found/NotFoundPage';
import { BackofficeLayout } from './BackofficeLayout';
import { LoginPage } from './login/LoginPage';
import { routesOf } from './screen';
import { screens } from './screens';

/** What the browser gets from the server with the page; the operator is null until then. */
type Page = { assets: PageAssets; operator: PageOperator | null };
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

const routeTree = rootRoute.addChildren([
  loginRoute,
  layoutRoute.addChildren(routesOf(screens, layoutRoute)),
]);

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

import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  useLocation,
  useRouter,
} from '@tanstack/react-router';
import { pages, staffPages } from '#domain/urls';
import { AppPage, type AppPageProps } from '../hydrated/AppPage';
import { Ready } from '../hydrated/ready';
import { NotFoundPage } from '../site/error-pages';
import { LoginPage } from './login/LoginPage';
import { routesOf, type Screen } from './screen';

/** What the browser gets from the server with the page. Nothing is rendered before. */
type Page = Pick<AppPageProps, 'assets' | 'operator'>;
type StaffContext = Partial<Page> & { queryClient: QueryClient };

/** All screens in their frame. The login loads them while somebody signs in. */
const loadOffice = () => import('./BackofficeLayout');

const rootRoute = createRootRouteWithContext<StaffContext>()({
  component: function Root() {
    const context = useRouter().options.context as Page & StaffContext;
    const isLogin = useLocation({ select: ({ pathname }) => pathname === pages.login });
    return (
      <AppPage {...context} script={context.assets.staff}>
        {isLogin ? null : <link rel="modulepreload" href={context.assets.office} />}
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
  component: lazyRouteComponent(loadOffice, 'BackofficeLayout'),
});

const { login: _, ...paths } = staffPages;
const screens = routesOf(Object.values(paths).map(lazyScreen), layoutRoute);
const routeTree = rootRoute.addChildren([loginRoute, layoutRoute.addChildren(screens)]);

function lazyScreen(path: string): Screen {
  const screen: Screen = { path, component: Outlet };
  const load = async () => Object.assign(screen, (await loadOffice()).screenAt(path));
  const component = lazyRouteComponent(load, 'component');
  return { path, search: (given) => screen.search?.(given) ?? given, component };
}

export function createStaffRouter({ nonce, queryClient, ...page }: StaffContext & { nonce?: string }) {
  const router = createRouter({
    routeTree,
    context: { ...page, queryClient },
    ssr: nonce ? { nonce } : undefined,
    disableGlobalCatchBoundary: true,
    scrollRestoration: true,
    dehydrate: () => page,
    hydrate: (sent: typeof page) => void router.update({ context: { queryClient, ...sent } }),
  });
  return router;
}

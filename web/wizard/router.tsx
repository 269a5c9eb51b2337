import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  useLoaderData,
  useParams,
  useRouter,
} from '@tanstack/react-router';
import { usualSubmitLabel } from '#domain/application';
import type { WizardWordings } from '#domain/law/wordings';
import type { PageOperator } from '#domain/operator/operator';
import { ConsentBanner } from '../consent/ConsentBanner';
import { noAssets, type PageAssets } from '../document';
import { AppPage, NotFound } from '../hydrated/AppPage';
import { NewApplicationPage } from './NewApplicationPage';
import type { WizardStart } from './start';
import { SubmitLabel } from './submit-label';
import { WizardPage } from './WizardPage';
import { WordingsContext } from './wordings';

/** What routes get from outside: on the server from the request, in the browser from `client.tsx`. */
type AppContext = {
  assets: PageAssets;
  /** Address of the frame of the analytics script; null if none is configured. */
  analyticsFrame: string | null;
  wordings: WizardWordings | null;
  /** Null until the data of the page is hydrated. */
  operator: PageOperator | null;
  /** The button that submits the application. */
  submitLabel: string;
  queryClient: QueryClient;
  /** On the server only: the browser gets what it returned with the page. */
  startWizard?(): WizardStart | Promise<WizardStart>;
};

/** What the browser gets from the server with the page. */
type Page = Pick<AppContext, 'assets' | 'analyticsFrame' | 'wordings' | 'operator' | 'submitLabel'>;

/** Every page of the wizard, with the cookie banner beside it. */
const rootRoute = createRootRouteWithContext<AppContext>()({
  component: function Root() {
    const { assets, wordings, submitLabel, ...context } = useRouter().options.context as AppContext;
    return (
      <AppPage assets={assets} script={assets.app} {...context} beside={<ConsentBanner />}>
        <WordingsContext value={wordings}>
          <SubmitLabel value={submitLabel}>
            <Outlet />
          </SubmitLabel>
        </WordingsContext>
      </AppPage>
    );
  },
  notFoundComponent: NotFound,
});

const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/application',
  component: NewApplicationPage,
});

const wizardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/application/$id',
  // a promise is not awaited: the shell is sent while the database is read
  loader: ({ context }) => ({ start: context.startWizard?.() }),
  // an entry of the history more or less changes nothing
  shouldReload: false,
  // the staff router's types are registered for the hooks, so these calls are not strict
  component: function WizardRoute() {
    const { id } = useParams({ strict: false }) as { id: string };
    const { start } = useLoaderData({ strict: false }) as { start: WizardStart | Promise<WizardStart> };
    return <WizardPage id={id} start={start} />;
  },
});

const routeTree = rootRoute.addChildren([newRoute, wizardRoute]);

/** In the browser, until the page is hydrated. */
const unknownPage: Page = {
  assets: noAssets,
  analyticsFrame: null,
  wordings: null,
  operator: null,
  submitLabel: usualSubmitLabel,
};

/** The router of the wizard. The browser gets `Page` with the page. */
export function createAppRouter(given: Omit<AppContext, keyof Page> & Partial<Page> & { nonce?: string }) {
  const { nonce, startWizard, queryClient, ...known } = given;
  const rest = { startWizard, queryClient };
  const page: Page = { ...unknownPage, ...known };
  const router = createRouter({
    routeTree,
    context: { ...rest, ...page },
    ssr: nonce ? { nonce } : undefined,
    defaultPreload: false,
    scrollRestoration: false,
    dehydrate: () => page,
    hydrate: (sent: Page) => {
      router.update({ context: { ...rest, ...sent } });
    },
  });
  return router;
}

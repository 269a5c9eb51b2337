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
import { useEffect } from 'react';
import { randomUuid } from '#domain/ids';
import type { WizardWordings } from '#domain/law/wordings';
import type { PageOperator } from '#domain/operator/operator';
import { href, publicPages as pages } from '#domain/urls';
import { AppPage, type AppPageProps } from '../hydrated/AppPage';
import { Ready } from '../hydrated/ready';
import { Sent } from '../hydrated/sent';
import { Loading } from './form/StepFrame';
import type { WizardStart } from './start';
import { SubmitLabel, WordingsContext } from './state';
import { titleOf, WizardPage, WizardShell } from './WizardPage';

/** What every page of the wizard needs; the browser gets it with the page. */
export type WizardPageData = Pick<AppPageProps, 'assets'> & {
  analyticsFrame: string | null;
  wordings: WizardWordings;
  operator: PageOperator;
  submitLabel: string;
};

type AppContext = {
  queryClient: QueryClient;
  /** Undefined in the browser until the page is hydrated; nothing is rendered before. */
  page?: WizardPageData;
  startWizard(id: string): WizardStart | Promise<WizardStart>;
};

const rootRoute = createRootRouteWithContext<AppContext>()({
  component: function Root() {
    const { page, queryClient } = useRouter().options.context as AppContext;
    return page ? (
      <AppPage {...page} script={page.assets.app} queryClient={queryClient} beside={<Sent part="banner" />}>
        <WordingsContext value={page.wordings}>
          <SubmitLabel value={page.submitLabel}>
            <Outlet />
          </SubmitLabel>
        </WordingsContext>
      </AppPage>
    ) : null;
  },
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
  loader: ({ context, params }) => ({ start: context.startWizard(params.id) }),
  // not for an entry of the history more or less
  shouldReload: false,
  // the staff router's types are registered for the hooks, so these calls are not strict
  component: function WizardRoute() {
    const { id } = useParams({ strict: false }) as { id: string };
    const { start } = useLoaderData({ strict: false }) as { start: WizardStart | Promise<WizardStart> };
    return <WizardPage id={id} start={start} />;
  },
});

const routeTree = rootRoute.addChildren([newRoute, wizardRoute]);

export function createAppRouter({ nonce, ...context }: AppContext & { nonce?: string }) {
  const router = createRouter({
    routeTree,
    context,
    disableGlobalCatchBoundary: true,
    ssr: nonce ? { nonce } : undefined,
    // as JSON
    hydrate: ({ page }: { page: string }) => {
      router.update({ context: { ...context, page: JSON.parse(page) } });
    },
  });
  return router;
}

/** The wizard without an id in its address: redirects to a random id. */
function NewApplicationPage() {
  const { history } = useRouter();
  useEffect(() => {
    history.replace(href(pages.application, { id: randomUuid() }) + location.search);
  }, [history]);
  return (
    <WizardShell title={titleOf(1)}>
      <Ready />
      <Loading />
      <Sent part="help" />
    </WizardShell>
  );
}

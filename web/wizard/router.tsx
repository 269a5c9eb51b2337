import { createRoute, createRouter, useLoaderData, useParams } from '@tanstack/react-router';
import type { PageAssets } from '../document';
import { NewApplicationPage } from './NewApplicationPage';
import { type AppContext, type Page, rootRoute } from './root';
import type { WizardStart } from './start';
import { WizardPage } from './WizardPage';

const noAssets: PageAssets = { styles: '', app: '', staff: '', boot: '', fonts: [], reload: null };

const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/application',
  component: NewApplicationPage,
});

const wizardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/application/$id',
  // not awaited: the shell is sent while the database is read
  loader: ({ context, params }) => ({ start: context.startWizard(params.id) }),
  // the staff router's types are registered for the hooks, so these calls are not strict
  component: function WizardRoute() {
    const { id } = useParams({ strict: false }) as { id: string };
    const { start } = useLoaderData({ strict: false }) as { start: Promise<WizardStart> };
    return <WizardPage id={id} start={start} />;
  },
});

const routeTree = rootRoute.addChildren([newRoute, wizardRoute]);

/** The router of the wizard. The browser gets `Page` with the page. */
export function createAppRouter(given: Omit<AppContext, keyof Page> & Partial<Page> & { nonce?: string }) {
  const { nonce, assets = noAssets, analyticsScript = null, ...rest } = given;
  const router = createRouter({
    routeTree,
    context: { ...rest, assets, analyticsScript },
    ssr: nonce ? { nonce } : undefined,
    defaultPreload: false,
    scrollRestoration: false,
    dehydrate: (): Page => ({ assets, analyticsScript }),
    hydrate: (page: Page) => {
      router.update({ context: { ...rest, ...page } });
    },
  });
  return router;
}

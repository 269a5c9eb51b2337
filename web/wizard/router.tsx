import { createRouter } from '@tanstack/react-router';
import type { PageAssets } from '../document';
import { type AppContext, type Page, rootRoute } from './root';
import { wizardRoutes } from './routes';

const noAssets: PageAssets = { styles: '', app: '', staff: '', boot: '', fonts: [], reload: null };

/** The wizard. The names of the built files travel from the server in the page. */
export function createAppRouter(given: Omit<AppContext, keyof Page> & Partial<Page> & { nonce?: string }) {
  const { nonce, assets = noAssets, analyticsScript = null, ...rest } = given;
  const router = createRouter({
    routeTree: rootRoute.addChildren(wizardRoutes(rootRoute)),
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

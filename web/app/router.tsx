import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { PageAssets } from '../document';
import { type AppContext, type Page, rootRoute } from './root';
import { wizardRoutes } from './wizard/routes';

const noAssets: PageAssets = { styles: '', app: '', boot: '', fonts: [], reload: null };

/** Nothing is fetched again by itself and nothing is tried twice (spec 4, "Data cache behaviour"). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // without a network a question fails and says so, instead of waiting in silence
        networkMode: 'always',
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The hydrated part of the product. The names of the built files travel from the server in the page. */
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

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { ConsentBanner } from '../consent/ConsentBanner';
import type { PageAssets } from '../document';
import { AppPage } from '../hydrated/AppPage';
import { Ready } from '../hydrated/ready';
import { NotFoundPage } from '../site/not-found/NotFoundPage';
import type { WizardStart } from './start';

/** What routes get from outside: on the server from the request, in the browser from `client.tsx`. */
export type AppContext = {
  assets: PageAssets;
  /** Address of the analytics script; null if none is configured. */
  analyticsScript: string | null;
  queryClient: QueryClient;
  startWizard(id: string): Promise<WizardStart>;
};

/** What the browser gets from the server with the page. */
export type Page = Pick<AppContext, 'assets' | 'analyticsScript'>;

/** Every page of the wizard, with the cookie banner beside it. */
export const rootRoute = createRootRouteWithContext<AppContext>()({
  component: Root,
  notFoundComponent: () => (
    <>
      <Ready />
      <NotFoundPage />
    </>
  ),
});

function Root() {
  const { assets, ...context } = useRouter().options.context as AppContext;
  return (
    <AppPage assets={assets} script={assets.app} {...context} beside={<ConsentBanner />}>
      <Outlet />
    </AppPage>
  );
}

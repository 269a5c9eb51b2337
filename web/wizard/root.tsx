import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { ConsentBanner } from '../consent/ConsentBanner';
import type { PageAssets } from '../document';
import { AppPage } from '../hydrated/AppPage';
import { Ready } from '../hydrated/ready';
import { NotFoundPage } from '../site/not-found/NotFoundPage';
import type { WizardStart } from './start';

/** What routes are given from outside: on the server by the request, in the browser by `client.tsx`. */
export type AppContext = {
  assets: PageAssets;
  /** Third-party script that consent allows; null: none is configured. */
  analyticsScript: string | null;
  queryClient: QueryClient;
  startWizard(id: string): Promise<WizardStart>;
};

/** What the server knows of the page, and the browser is told in it. */
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

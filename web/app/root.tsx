import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, Scripts, useRouter } from '@tanstack/react-router';
import { scriptMeta } from '../analytics';
import { Document, type PageAssets } from '../document';
import { NotFoundPage } from '../site/not-found/NotFoundPage';
import { ToastArea } from '../ui/toast';
import { ConsentBanner } from './ConsentBanner';
import { Ready, SplashGate } from './ready';
import type { WizardStart } from './wizard/start';

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

/** Every page of the app: the document around it, the splash over it, toasts and banner beside it. */
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
  const { assets, analyticsScript, queryClient } = useRouter().options.context as AppContext;
  return (
    <Document
      assets={assets}
      head={
        <>
          <meta name="robots" content="noindex" />
          <meta name="referrer" content="no-referrer" />
          {analyticsScript ? <meta name={scriptMeta} content={analyticsScript} /> : null}
        </>
      }
    >
      <SplashGate>
        <QueryClientProvider client={queryClient}>
          <Outlet />
        </QueryClientProvider>
      </SplashGate>
      <ToastArea />
      <ConsentBanner />
      <Scripts />
      <script type="module" src={assets.app} />
    </Document>
  );
}

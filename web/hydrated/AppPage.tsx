import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Scripts } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { scriptMeta } from '../consent/analytics';
import { Document, type PageAssets } from '../document';
import { NotFoundPage } from '../site/not-found/NotFoundPage';
import { ToastArea } from '../ui/toast';
import { Ready, SplashGate } from './ready';

type Props = {
  assets: PageAssets;
  /** Address of the built script that hydrates the page. */
  script: string;
  queryClient: QueryClient;
  /** Address of the analytics script, which is loaded only with consent; null if there is none. */
  analyticsScript?: string | null;
  /** Beside the page, not covered by the splash. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A hydrated page with document, splash and toasts. Not for search engines. */
export function AppPage({ assets, script, queryClient, analyticsScript, beside, children }: Props) {
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
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </SplashGate>
      <ToastArea />
      {beside}
      <Scripts />
      <script type="module" src={script} />
    </Document>
  );
}

/** For addresses without a route. */
export function NotFound() {
  return (
    <>
      <Ready />
      <NotFoundPage />
    </>
  );
}

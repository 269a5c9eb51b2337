import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Scripts } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageOperator } from '#domain/operator/operator';
import { frameMeta } from '../consent/analytics';
import { Document, type PageAssets } from '../document';
import { OperatorContext } from '../operator';
import { ToastArea } from '../ui/toasts';
import { SplashGate } from './ready';
import { Sent } from './sent';

export type AppPageProps = {
  assets: PageAssets;
  operator: PageOperator;
  script: string;
  queryClient: QueryClient;
  /** Address of the frame of the analytics script, which is opened only with consent; null if there is none. */
  analyticsFrame?: string | null;
  /** Beside the page, not covered by the splash. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A hydrated page with document, splash and toasts. Not for search engines. */
export function AppPage(props: AppPageProps) {
  const { assets, operator, script, queryClient, analyticsFrame, beside, children } = props;
  return (
    <Document
      assets={assets}
      head={
        <>
          <meta name="robots" content="noindex" />
          <meta name="referrer" content="no-referrer" />
          {analyticsFrame ? <meta name={frameMeta} content={analyticsFrame} /> : null}
        </>
      }
    >
      <OperatorContext value={operator}>
        <SplashGate>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </SplashGate>
      </OperatorContext>
      <ToastArea />
      {beside}
      <Sent part="failure" as="template" />
      <Scripts />
      <script type="module" src={script} />
    </Document>
  );
}

/** Renders a page of the app to a stream; the shell goes out before the data is there. */
import { createRequestHandler, RouterServer, renderRouterToStream } from '@tanstack/react-router/ssr/server';
import type { PageAssets } from '../document';
import { createAppRouter, createQueryClient } from './router';
import type { WizardStart } from './wizard/start';

export type AppPage = {
  request: Request;
  assets: PageAssets;
  analyticsScript: string | null;
  nonce: string;
  startWizard(id: string): Promise<WizardStart>;
};

export function renderApp({ request, nonce, ...page }: AppPage): Promise<Response> {
  const createPageRouter = () => createAppRouter({ ...page, nonce, queryClient: createQueryClient() });
  const handle = createRequestHandler({ request, createRouter: createPageRouter });
  return handle(({ request: asked, router, responseHeaders }) =>
    renderRouterToStream({
      request: asked,
      router,
      responseHeaders,
      children: <RouterServer router={router} />,
    }),
  );
}

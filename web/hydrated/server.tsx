/** Renders hydrated pages. The shell is sent before the data is loaded. */
import type { AnyRouter } from '@tanstack/react-router';
import { createRequestHandler, RouterServer, renderRouterToStream } from '@tanstack/react-router/ssr/server';
import type { PageAssets } from '../document';
import { createAppRouter } from '../wizard/router';
import type { WizardStart } from '../wizard/start';
import { createQueryClient } from './query-client';

type PageRequest = { request: Request; assets: PageAssets; nonce: string };

type WizardRequest = PageRequest & {
  analyticsScript: string | null;
  startWizard(id: string): Promise<WizardStart>;
};

export function renderWizard({ request, ...page }: WizardRequest): Promise<Response> {
  return stream(request, () => createAppRouter({ ...page, queryClient: createQueryClient() }));
}

/** The shell of a staff page, the same for every user: the browser checks the session. */
export async function renderStaff({ request, ...page }: PageRequest): Promise<Response> {
  // imported with the first staff page: until then the process starts sooner and needs less memory
  const { createStaffRouter } = await import('../backoffice/router');
  return await stream(request, () => createStaffRouter({ ...page, queryClient: createQueryClient() }));
}

function stream<T extends AnyRouter>(request: Request, createRouter: () => T): Promise<Response> {
  const handle = createRequestHandler({ request, createRouter });
  return handle(({ router, ...rest }) =>
    renderRouterToStream({ ...rest, router, children: <RouterServer router={router} /> }),
  );
}

/** Renders hydrated pages. */
import type { AnyRouter } from '@tanstack/react-router';
import {
  createRequestHandler,
  RouterServer,
  renderRouterToStream,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import type { PageOperator } from '#domain/operator/operator';
import type { PageAssets } from '../document';
import { createAppRouter, type WizardPageData } from '../wizard/router';
import type { WizardStart } from '../wizard/start';
import { createQueryClient } from './query-client';

type PageRequest = {
  request: Request;
  /** Absent from a page whose scripts are allowed by their hashes. */
  nonce?: string;
};

type WizardRequest = PageRequest & {
  page: WizardPageData;
  /** While it is a promise, the shell is sent before the data. */
  start: WizardStart | Promise<WizardStart>;
};

export function renderWizard({ request, start, ...page }: WizardRequest): Promise<Response> {
  const startWizard = () => start;
  const createRouter = () => createAppRouter({ ...page, startWizard, queryClient: createQueryClient() });
  return start instanceof Promise ? stream(request, createRouter) : whole(request, createRouter);
}

type StaffRequest = PageRequest & { assets: PageAssets; operator: PageOperator };

/** The shell of a staff page, the same for every user: the browser checks the session. */
export async function renderStaff({ request, ...page }: StaffRequest): Promise<Response> {
  // imported with the first staff page: until then the process starts sooner and needs less memory
  const { createStaffRouter } = await import('../backoffice/router');
  return await whole(request, () => createStaffRouter({ ...page, queryClient: createQueryClient() }));
}

/** Takes half the time of a stream. */
function whole<T extends AnyRouter>(request: Request, createRouter: () => T): Promise<Response> {
  const handle = createRequestHandler({ request, createRouter });
  return handle(({ router, responseHeaders }) =>
    renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
  );
}

function stream<T extends AnyRouter>(request: Request, createRouter: () => T): Promise<Response> {
  const handle = createRequestHandler({ request, createRouter });
  return handle(({ router, ...rest }) =>
    renderRouterToStream({ ...rest, router, children: <RouterServer router={router} /> }),
  );
}

import type { AnyRouter } from '@tanstack/react-router';
import {
  createRequestHandler,
  RouterServer,
  renderRouterToStream,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import type { PageOperator } from '#domain/operator/operator';
import type { PageAssets } from './document';
import { staffParts, wizardParts } from './hydrated/parts';
import { createQueryClient } from './hydrated/query-client';
import { type Parts, PartsContext } from './hydrated/sent';
import { createAppRouter, type WizardPageData } from './wizard/router';
import type { WizardStart } from './wizard/start';

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
  const parts = wizardParts(page.page);
  return start instanceof Promise
    ? stream(request, createRouter, parts)
    : whole(request, createRouter, parts);
}

type StaffRequest = PageRequest & { assets: PageAssets; operator: PageOperator };

/** The shell of a staff page, the same for every user: the browser checks the session. */
export async function renderStaff({ request, ...page }: StaffRequest): Promise<Response> {
  // imported with the first staff page: until then the process starts sooner and needs less memory
  const { createStaffRouter } = await import('./backoffice/router');
  const createRouter = () => createStaffRouter({ ...page, queryClient: createQueryClient() });
  return await whole(request, createRouter, staffParts(page));
}

/** Takes half the time of a stream. */
function whole<T extends AnyRouter>(
  request: Request,
  createRouter: () => T,
  parts: Parts,
): Promise<Response> {
  const handle = createRequestHandler({ request, createRouter });
  return handle(({ router, responseHeaders }) =>
    renderRouterToString({ router, responseHeaders, children: withParts(router, parts) }),
  );
}

function stream<T extends AnyRouter>(
  request: Request,
  createRouter: () => T,
  parts: Parts,
): Promise<Response> {
  const handle = createRequestHandler({ request, createRouter });
  return handle(({ router, ...rest }) =>
    renderRouterToStream({ ...rest, router, children: withParts(router, parts) }),
  );
}

function withParts(router: AnyRouter, parts: Parts) {
  return (
    <PartsContext value={parts}>
      <RouterServer router={router} />
    </PartsContext>
  );
}

import type { AnyRouter } from '@tanstack/react-router';
import {
  createRequestHandler,
  RouterServer,
  renderRouterToStream,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import type { PageOperator } from '#domain/operator/operator';
import { createStaffRouter } from './backoffice/router';
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
  const { parts, sent } = sharedOf(page.page);
  const startWizard = () => start;
  const createRouter = () => {
    const router = createAppRouter({ ...page, startWizard, queryClient: createQueryClient() });
    router.options.dehydrate = () => ({ page: sent });
    return router;
  };
  return respond(request, createRouter, parts, start instanceof Promise);
}

const ofWizard = new WeakMap<WizardPageData, { parts: Parts; sent: string }>();

/** The same for every visitor, so it is made once. */
function sharedOf(page: WizardPageData) {
  const shared = ofWizard.get(page) ?? { parts: wizardParts(page), sent: JSON.stringify(page) };
  ofWizard.set(page, shared);
  return shared;
}

type StaffRequest = PageRequest & { assets: PageAssets; operator: PageOperator };

/** The shell of a staff page, the same for every user: the browser checks the session. */
export function renderStaff({ request, ...page }: StaffRequest): Promise<Response> {
  const createRouter = () => createStaffRouter({ ...page, queryClient: createQueryClient() });
  return respond(request, createRouter, staffParts(page), false);
}

/** As a stream it takes twice the time. */
function respond<T extends AnyRouter>(
  request: Request,
  createRouter: () => T,
  parts: Parts,
  isStream: boolean,
): Promise<Response> {
  const handle = createRequestHandler({ request, createRouter });
  return handle((given) => {
    const children = (
      <PartsContext value={parts}>
        <RouterServer router={given.router} />
      </PartsContext>
    );
    return isStream
      ? renderRouterToStream({ ...given, children })
      : renderRouterToString({ ...given, children });
  });
}

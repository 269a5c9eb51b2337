import { createRoute, useLoaderData, useParams } from '@tanstack/react-router';
import { NewApplicationPage } from './NewApplicationPage';
import type { rootRoute } from './root';
import type { WizardStart } from './start';
import { WizardPage } from './WizardPage';

/** `/application` makes an id, `/application/{id}` opens it. */
export function wizardRoutes(parent: typeof rootRoute) {
  const start = createRoute({
    getParentRoute: () => parent,
    path: '/application',
    component: NewApplicationPage,
  });
  const wizard = createRoute({
    getParentRoute: () => parent,
    path: '/application/$id',
    // not awaited: the shell goes out while the database is asked
    loader: ({ context, params }) => ({ start: context.startWizard(params.id) }),
    // the hooks are typed by the staff pages' router: here they can only be asked loosely
    component: function WizardRoute() {
      const { id } = useParams({ strict: false }) as { id: string };
      const { start } = useLoaderData({ strict: false }) as { start: Promise<WizardStart> };
      return <WizardPage id={id} start={start} />;
    },
  });
  return [start, wizard];
}

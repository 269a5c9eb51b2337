import { createRoute } from '@tanstack/react-router';
import type { rootRoute } from '../root';
import { NewApplicationPage } from './NewApplicationPage';
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
    component: function WizardRoute() {
      return <WizardPage id={wizard.useParams().id} start={wizard.useLoaderData().start} />;
    },
  });
  return [start, wizard];
}

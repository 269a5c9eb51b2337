/** Entry of the staff pages' bundle. */
import { MutationCache, QueryCache } from '@tanstack/react-query';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { RequestFailed } from '../api';
import { createQueryClient } from '../hydrated/query-client';
import { createStaffRouter } from './router';
import { beforeSession, endSession, hasToken, onSessionEndedElsewhere } from './session';

const leave = () => endSession(router, queryClient);
/** A 401 to any call ends the session: the server no longer accepts the token. */
const onError = (error: Error) => {
  if (error instanceof RequestFailed && error.status === 401 && hasToken()) leave();
};

const queryClient = createQueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, { meta }) => {
      if (meta !== beforeSession) onError(error);
    },
  }),
});
const router = createStaffRouter({ queryClient });

onSessionEndedElsewhere(leave);
hydrateRoot(document, <RouterClient router={router} />);

/** Entry of the staff pages' bundle. */
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { createQueryClient } from '../hydrated/query-client';
import { createStaffRouter } from './router';
import { endSession } from './session';
import { watchToken } from './tab-token';

const queryClient = createQueryClient();
const router = createStaffRouter({ queryClient });

watchToken((replaced) => void endSession(router, queryClient, replaced));
hydrateRoot(document, <RouterClient router={router} />);

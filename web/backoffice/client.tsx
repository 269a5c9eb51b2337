import { createQueryClient } from '../hydrated/query-client';
import { hydratePage } from '../hydrated/start';
import { startUnfinished } from '../ui/unfinished';
import { createStaffRouter } from './router';
import { endSession, watchToken } from './session';

const queryClient = createQueryClient();
const router = createStaffRouter({ queryClient });

watchToken((replaced) => void endSession(router, queryClient, replaced));
startUnfinished();
hydratePage(router);

/** Entry of the browser's bundle: makes the streamed page live. */
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { resumeAnalytics } from '../consent/consent';
import { createQueryClient } from '../hydrated/query-client';
import { createAppRouter } from './router';
import { startInBrowser } from './start';

resumeAnalytics();

const router = createAppRouter({ queryClient: createQueryClient(), startWizard: startInBrowser });
hydrateRoot(document, <RouterClient router={router} />);

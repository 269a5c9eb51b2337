/** Entry of the wizard's bundle: hydrates the streamed page. */
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { resumeAnalytics } from '../consent/analytics';
import { createQueryClient } from '../hydrated/query-client';
import { startMobileMenu } from '../site/mobile-menu';
import { createAppRouter } from './router';
import { startInBrowser } from './start';

resumeAnalytics();
startMobileMenu();

const router = createAppRouter({ queryClient: createQueryClient(), startWizard: startInBrowser });
hydrateRoot(document, <RouterClient router={router} />);

/** Entry of the wizard's bundle: hydrates the streamed page. */
import { startCookieBanner } from '../consent/cookie-banner';
import { createQueryClient } from '../hydrated/query-client';
import { hydratePage } from '../hydrated/start';
import { startMobileMenu } from '../site/mobile-menu';
import { startHints } from '../ui/hints/start';
import { createAppRouter } from './router';
import { startInBrowser } from './start';

startCookieBanner();
startMobileMenu();
startHints();

hydratePage(createAppRouter({ queryClient: createQueryClient(), startWizard: startInBrowser }));

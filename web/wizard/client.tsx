/** Entry of the wizard's bundle: hydrates the streamed page. */
import { berlinDay } from '#domain/dates';
import { startCookieBanner } from '../consent/cookie-banner';
import { createQueryClient } from '../hydrated/query-client';
import { hydratePage } from '../hydrated/start';
import { startMobileMenu } from '../site/mobile-menu';
import { startHints } from '../ui/hints/start';
import { createAppRouter } from './router';
import { newWizard } from './start';

startCookieBanner();
startMobileMenu();
startHints();

// only the page without an id leads to another one, with a new id
const startWizard = () => newWizard(berlinDay(new Date()));
hydratePage(createAppRouter({ queryClient: createQueryClient(), startWizard }));

/** Entry of the wizard's bundle: hydrates the streamed page. */
import { berlinDay } from '#domain/dates';
import { applicationsApi } from '../api';
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

// only the page without an id leads to another one: of a new id it can only be asked whether it can be asked for
const startWizard = async (id: string) => {
  const failed = await applicationsApi.read(id).then(
    () => false,
    () => true,
  );
  return { ...newWizard(berlinDay(new Date())), failed };
};
hydratePage(createAppRouter({ queryClient: createQueryClient(), startWizard }));

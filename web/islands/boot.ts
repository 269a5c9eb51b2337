/** The script of the public pages: cookie banner and menu, and islands, which are loaded when they are needed. */
import { startCookieBanner } from '../consent/cookie-banner';
import { startMobileMenu } from '../site/mobile-menu';
import { startHints } from '../ui/hints/start';
import { startUnfinished } from '../ui/unfinished';

startCookieBanner();
startMobileMenu();
startHints();
startUnfinished();

for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    observer.disconnect();
    const goOnWithout = () => sendChoices(island);
    import('./registry').then(({ startIsland }) => startIsland(island, goOnWithout)).catch(goOnWithout);
  };
  // shortly before the island becomes visible, or at once if the visitor already uses it
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) start();
    },
    { rootMargin: '300px' },
  );
  observer.observe(island);
  for (const touch of ['focusin', 'pointerdown', 'change']) island.addEventListener(touch, start);
}

addEventListener('hashchange', () => {
  // without a hash to the top; the style sheet decides whether it scrolls smoothly
  if (!location.hash) scrollTo({ top: 0 });
});

/**
 * The code of the island failed, or did not arrive: the connection broke, or the site was updated since the page was
 * loaded. The callback form works without. A choice sends that of the calculator, so that no price belongs to another
 * one; where not even this script arrives, its button does.
 */
function sendChoices(island: HTMLElement) {
  const form = island.querySelector<HTMLFormElement>('form:has(select)');
  form?.addEventListener('change', () => form.requestSubmit());
  // chosen before that
  const options = form?.querySelectorAll('option') ?? [];
  if (Array.from(options).some((one) => one.selected !== one.defaultSelected)) form?.requestSubmit();
}

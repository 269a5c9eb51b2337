/** The only script of a public page before anybody touches it: consent, and islands when they are needed. */
import { startCookieBanner } from '../consent/cookie-banner';

startCookieBanner();

for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    observer.disconnect();
    void import('./registry').then(({ startIsland }) => startIsland(island));
  };
  // shortly before it comes into sight, or at once when somebody is already in it
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) start();
    },
    { rootMargin: '300px' },
  );
  observer.observe(island);
  for (const touch of ['focusin', 'pointerdown']) island.addEventListener(touch, start);
}

/** The mobile menu closes by its links, by Escape and by a click beside it; a hash that goes away leads to the top. */
const menu = document.querySelector('header details');
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && (target.closest('header details a') || !menu?.contains(target)))
    menu?.removeAttribute('open');
});
menu?.addEventListener('keydown', (event) => {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return;
  menu.removeAttribute('open');
  menu.querySelector('summary')?.focus();
});
addEventListener('hashchange', () => {
  // smooth or not is the style sheet's matter: it knows about reduced motion
  if (!location.hash) scrollTo({ top: 0 });
});

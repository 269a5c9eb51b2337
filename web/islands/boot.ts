/** The only script of a public page before anybody touches it: consent, and islands when they are needed. */
import { startCookieBanner } from './cookie-banner';

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

/** A click on the header's links closes the mobile menu; a hash that goes away leads to the top. */
document.querySelector('header details')?.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a')) {
    document.querySelector('header details')?.removeAttribute('open');
  }
});
addEventListener('hashchange', () => {
  // smooth or not is the style sheet's matter: it knows about reduced motion
  if (!location.hash) scrollTo({ top: 0 });
});

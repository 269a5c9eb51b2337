/** Lets the links of the mobile menu, Escape in it and a click beside it close it. */
export function startMobileMenu(): void {
  const opened = () => document.querySelector('header details[open]');
  document.addEventListener('click', ({ target }) => {
    const menu = opened();
    if (target instanceof Element && (target.closest('header details a') || !menu?.contains(target)))
      menu?.removeAttribute('open');
  });
  document.addEventListener('keydown', ({ key, target }) => {
    const menu = opened();
    if (key !== 'Escape' || !menu?.contains(target as Node)) return;
    menu.removeAttribute('open');
    menu.querySelector('summary')?.focus();
  });
}

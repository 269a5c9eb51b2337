/** Hints beneath the e-mail fields of a page. Their code is loaded with the first of them that is entered. */
export function startEmailHints(): void {
  const load = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    if (field.type === 'email') import('./email-hint').then(({ look }) => look(field)).catch(() => {});
  };
  addEventListener('focusin', load);
  // one that had the focus before the script was there
  addEventListener('focusout', load);
}

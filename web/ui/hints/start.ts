import { hinted } from '#domain/hints/fields';

/** Call it when a field of a form is entered or left. What says the hints is loaded with the first field that may get one. */
export function showHint({ target }: { target: EventTarget | null }) {
  const field = target as HTMLInputElement;
  if (field.type === 'email' || hinted.some((name) => field.name?.endsWith(name))) {
    const { value } = field;
    import('./look')
      .then(({ look }) => look(field, field.value === value ? 'visited' : 'typed'))
      .catch(() => {});
  }
}

export function startHints(): void {
  addEventListener('focusin', showHint);
  // one that had the focus before the script was there
  addEventListener('focusout', showHint);
}

/** What a visitor enters into an island before its code runs. */

type Control = HTMLInputElement | HTMLSelectElement;

const controlsIn = (container: HTMLElement) => [
  ...container.querySelectorAll<Control>('input[name]:not([type=hidden]), select[name]'),
];

/**
 * Call it right before hydration, and the result if React has rendered the island anew instead: a translation or a
 * password manager had changed it. Then the new controls get the entries of the old ones, which are out of the page
 * but still have them, and the focus.
 */
export function keepEntries(container: HTMLElement): () => void {
  const old = controlsIn(container);
  let focused = container.contains(document.activeElement) ? document.activeElement : null;
  container.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null;
  });
  container.addEventListener('focusout', ({ target }) => {
    // a control that leaves the page loses the focus too
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected) focused = null;
    });
  });
  return () => {
    const anew = controlsIn(container);
    for (const from of old) {
      const to = anew.find(({ name }) => name === from.name);
      if (!to || to === from) continue;
      restore(from, to);
      if (from === focused) focus(from, to);
    }
  };
}

function restore(from: Control, to: Control) {
  const ticked = from instanceof HTMLInputElement && to instanceof HTMLInputElement && from.checked;
  if (to.value === from.value && !ticked) return;
  to.value = from.value;
  if (ticked) to.checked = true;
  // the island shows what was chosen
  to.dispatchEvent(new Event('change', { bubbles: true }));
}

function focus(from: Control, to: Control) {
  to.focus({ preventScroll: true });
  // an e-mail field does not tell where its caret is
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement && from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd);
}

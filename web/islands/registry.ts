import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandName } from './Island';

const loaders = {
  callback: async () => (await import('./CallbackForm')).CallbackIsland,
  tariffs: async () => (await import('./TariffCalculator')).TariffCalculator,
};

/** `goOnWithout` is called when the island has failed, and is again as it was sent, with its entries. */
export async function startIsland(container: HTMLElement, goOnWithout: () => void) {
  const { island: name = '', props = '{}' } = container.dataset;
  // the component takes what the server has put beside its name
  const component = (await loaders[name as IslandName]()) as ComponentType<object>;
  const sent = container.innerHTML;
  const giveBack = keepEntries(container);
  const root = hydrateRoot(container, createElement(component, JSON.parse(props)), {
    identifierPrefix: name,
    onRecoverableError: giveBack,
    onUncaughtError: (error) => {
      reportError(error);
      // React is about to empty the island; as it was sent, it works without script
      setTimeout(() => {
        root.unmount();
        container.innerHTML = sent;
        giveBack();
        goOnWithout();
      });
    },
  });
}

type Control = HTMLInputElement | HTMLSelectElement;

const controlsIn = (container: HTMLElement) => [
  ...container.querySelectorAll<Control>('input[name]:not([type=hidden]), select[name]'),
];

/**
 * Call it right before hydration, and the result if React has rendered the island anew instead: a translation or a
 * password manager had changed it. Then the new controls get the entries of the old ones, which are out of the page
 * but still have them, and the focus.
 */
function keepEntries(container: HTMLElement): () => void {
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

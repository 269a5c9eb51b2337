import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepEntries } from './entries';
import type { IslandName, IslandProps } from './Island';

const loaders: { [Name in IslandName]: () => Promise<ComponentType<IslandProps[Name]>> } = {
  callback: async () => (await import('./CallbackForm')).CallbackIsland,
  tariffs: async () => (await import('./TariffCalculator')).TariffCalculator,
};

/** `goOnWithout` is called when the island has failed, and is again as it was sent, with its entries. */
export async function startIsland(container: HTMLElement, goOnWithout: () => void) {
  const name = container.dataset.island;
  if (name !== 'callback' && name !== 'tariffs') return;
  await hydrate(name, container, goOnWithout);
}

async function hydrate<Name extends IslandName>(name: Name, container: HTMLElement, goOnWithout: () => void) {
  const component = await loaders[name]();
  const props: IslandProps[Name] = JSON.parse(container.dataset.props ?? '{}');
  const sent = container.innerHTML;
  const giveBack = keepEntries(container);
  const root = hydrateRoot(container, createElement(component, props), {
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

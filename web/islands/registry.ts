/** Loads the code of an island and hydrates it. */
import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepEntries } from './entries';
import type { IslandName, IslandProps } from './names';

const loaders: { [Name in IslandName]: () => Promise<ComponentType<IslandProps[Name]>> } = {
  callback: async () => (await import('./CallbackForm')).CallbackIsland,
  tariffs: async () => (await import('./TariffCalculator')).TariffCalculator,
};

export async function startIsland(container: HTMLElement) {
  const name = container.dataset.island;
  if (name !== 'callback' && name !== 'tariffs') return;
  await hydrate(name, container);
}

async function hydrate<Name extends IslandName>(name: Name, container: HTMLElement) {
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
      });
    },
  });
}

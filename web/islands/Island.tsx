import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName, IslandProps } from './names';

type Props<Name extends IslandName> = {
  name: Name;
  component: ComponentType<IslandProps[Name]>;
  props: IslandProps[Name];
};

/**
 * A part of a static page that is hydrated. It is rendered separately and with its own prefix, so that React
 * generates the same ids in the browser.
 */
export function Island<Name extends IslandName>({ name, component: Component, props }: Props<Name>) {
  const html = renderToString(<Component {...props} />, { identifierPrefix: name });
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, escaped by React
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

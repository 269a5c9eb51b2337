import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName, IslandProps } from './names';

type Props<Name extends IslandName> = {
  name: Name;
  component: ComponentType<IslandProps[Name]>;
  props: IslandProps[Name];
};

/**
 * A part of a static page that comes alive in the browser. It is rendered by itself, under a prefix of its own, so
 * that the ids React gives out are the same when the browser takes it up.
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

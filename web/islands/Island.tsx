import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { CallbackEntries } from '#domain/callbacks/request';
import type { FieldError } from '#domain/fields';
import type { ComparisonRow } from '#domain/landing-facts';
import type { Choice } from '#domain/tariffs/calculator';
import type { Catalogue } from '#domain/tariffs/catalogue';

type Props<Name extends IslandName> = {
  name: Name;
  component: ComponentType<IslandProps[Name]>;
  props: IslandProps[Name];
};

/** A hydrated part of a static page, rendered with a prefix of its own, so that React makes the same ids in both. */
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

export type IslandProps = {
  callback: {
    /** Where the visitor comes from; null if the server does not know: the browser then reads its address. */
    source: string | null;
    entries: CallbackEntries;
    errors: FieldError[];
    notice: string | null;
    sent: boolean;
    serviceHours: string;
  };
  tariffs: {
    catalogue: Catalogue;
    comparison: ComparisonRow[];
    today: string;
    chosen?: Choice;
    /** Where the visitor comes from. The form passes it on if it is submitted without JavaScript. */
    source?: string;
  };
};
export type IslandName = keyof IslandProps;

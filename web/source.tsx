import { type ComponentProps, createContext, useContext } from 'react';
import { withSource } from '#domain/fields';

/** Where the visitor of a page comes from, as its address says; null: a page of nobody in particular. */
export const SourceContext = createContext<string | null>(null);

/** A link within the site, which takes the source of the page along. */
export function SiteLink({ href, children, ...link }: ComponentProps<'a'> & { href: string }) {
  return (
    <a href={withSource(href, useContext(SourceContext))} {...link}>
      {children}
    </a>
  );
}

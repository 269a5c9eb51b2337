import { createContext, useContext } from 'react';
import { withSource } from '#domain/fields';

/** Where the visitor of a page comes from, as its address says; null: a page of nobody in particular. */
export const SourceContext = createContext<string | null>(null);

/** Links within the site take the source of the page along. */
export function useSourced(): (path: string) => string {
  const source = useContext(SourceContext);
  return (path) => withSource(path, source);
}

import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { type ComponentType, createContext, type ReactNode } from 'react';
import type { Role, SignedInUser } from '#domain/accounts/user';
import { pages } from '#domain/urls';
import type { Given } from './search';

export type Screen = {
  /** One of `staffPages`. */
  path: string;
  /** In the sidebar, and in the window while the user loads. Without it the title of the screen above is used. */
  title?: string;
  /** Missing if the screen is only announced: its path then has no page. */
  component?: () => ReactNode;
  search?: (given: Given) => object;
  nav?: 'main' | 'account';
  icon?: ComponentType<{ className?: string }>;
  /** How many things wait there, for the sidebar; undefined until it is known. A hook. */
  useCount?: () => number | undefined;
  /** What they are, after their number; `offen` by default. Only screen readers say it. */
  countWord?: string;
  /** Only this role sees links to the screen. The API decides what a role may do. */
  role?: Role;
  /** Which users must finish it before they can do anything else. */
  isForced?: (user: SignedInUser) => boolean;
  card?: { title: string; note: string };
};

/** All screens, for a screen that links to others. If it imported the list, that would be an import cycle. */
export const Screens = createContext<readonly Screen[]>([]);

export function routesOf(screens: readonly Screen[], parent: AnyRoute) {
  return screens.flatMap(({ path, search, component }) => {
    if (!component) return [];
    const below = path.slice(pages.backoffice.length).replaceAll(':', '$') || '/';
    return createRoute({ getParentRoute: () => parent, path: below, validateSearch: search, component });
  });
}

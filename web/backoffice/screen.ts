/** What a screen of the backoffice is. All of them are listed in `screens.ts`. */
import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { type ComponentType, createContext, type ReactNode } from 'react';
import type { Role } from '#domain/backoffice/user';
import { pages } from '#domain/urls';
import type { Given } from './search';

export type Screen = {
  /** One of `staffPages`. */
  path: string;
  /** Its name in the sidebar, and the window's title while nothing is loaded. Without one the screen above it names both. */
  title?: string;
  /** Missing while the screen is only announced: nothing is at its path yet. */
  component?: () => ReactNode;
  /** Reads its state from the address. */
  search?: (given: Given) => object;
  /** The part of the sidebar that leads to it. */
  nav?: 'main' | 'account';
  icon?: ComponentType<{ className?: string }>;
  /** Shown to this role only. What a role may do, the API decides. */
  role?: Role;
  /** Its card in the administrators' area of the dashboard. */
  card?: { title: string; note: string };
};

/** All screens, for a page that leads to others: if it imported the list, it would import itself. */
export const Screens = createContext<readonly Screen[]>([]);

/** The routes of the screens below `/backoffice`. */
export function routesOf(screens: readonly Screen[], parent: AnyRoute) {
  return screens.flatMap(({ path, search, component }) => {
    if (!component) return [];
    const below = path.slice(pages.backoffice.length).replaceAll(':', '$') || '/';
    return createRoute({ getParentRoute: () => parent, path: below, validateSearch: search, component });
  });
}

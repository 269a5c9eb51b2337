import { type AnyRoute, createRoute, useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { Role, SignedInUser } from '#domain/accounts/user';
import { isUuid } from '#domain/ids';
import { sortDirections } from '#domain/lists';
import { pages } from '#domain/urls';

export type Screen = {
  path: string;
  /** In the sidebar, and in the window while the user loads. Without it the title of the screen above is used. */
  title?: string;
  component: (props: object) => ReactNode;
  search?: (given: Given) => object;
  icon?: ComponentType<{ className?: string }>;
  /** How many things wait there, for the sidebar; undefined until it is known. A hook. */
  useCount?: () => number | undefined;
  /** What they are, after their number; `offen` by default. Only screen readers say it. */
  countWord?: string;
  /** Only this role sees links to the screen. The API decides what a role may do. */
  role?: Role;
  /** Which users must finish it before they can do anything else. */
  isForced?: (user: SignedInUser) => boolean;
  /** The screens of which it is the link, each a tab of one page. */
  tabs?: readonly Screen[];
};

export function routesOf(screens: readonly Screen[], parent: AnyRoute) {
  return screens.map(({ path, search, component }) => {
    const below = path.slice(pages.backoffice.length).replaceAll(':', '$') || '/';
    return createRoute({ getParentRoute: () => parent, path: below, validateSearch: search, component });
  });
}

export type Given = Record<string, unknown>;
type Readers = Record<string, (value: unknown) => unknown>;
type StateOf<R extends Readers> = { [Name in keyof R]?: ReturnType<R[Name]> };

/** One reader per name in the address. Undefined: it has no valid value; defaults are left out of it. */
export function searchOf<R extends Readers>(readers: R): (given: Given) => StateOf<R> {
  return (given) => {
    const parts = Object.entries(readers).map(([name, read]) => [name, read(given[name])]);
    // `fromEntries` loses the type of each name
    return Object.fromEntries(parts) as StateOf<R>;
  };
}

export function oneOf<T extends string>(values: readonly T[]) {
  return (value: unknown): T | undefined => values.find((known) => known === value);
}

export const uuid = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : undefined);

export const direction = oneOf(sortDirections);

export const longestText = 200;

/** A text of digits arrives as a number, because the router parses values as JSON. */
export function anyText(value: unknown): string | undefined {
  const typed = typeof value === 'number' ? String(value) : value;
  return typeof typed === 'string' && typed !== '' ? typed.slice(0, longestText) : undefined;
}

/** No list has more pages. The server refuses much larger numbers. */
const lastPage = 1_000_000;

/** The number of a page; undefined for the first one, which is the default. */
export function pageNumber(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 1 && number <= lastPage ? number : undefined;
}

/** A change adds a history entry, unless it replaces the current one. Another page of a list is shown from its top. */
export function useSearchState<State extends object>(read: (given: Given) => State) {
  const state = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: State, replace = false, resetScroll = 'page' in part) =>
    void navigate({
      to: '.',
      search: (before: Given) => ({ ...before, ...part }),
      replace,
      // a replaced entry keeps its state, such as `fromList`
      state: replace || undefined,
      resetScroll,
    });
  return [state, change] as const;
}

/** The list that a user of the details came from. It is kept in the history entry, where it survives a reload. */
import { pages } from '#domain/urls';

declare module '@tanstack/react-router' {
  interface HistoryState {
    fromList?: ListBehind;
  }
}

const lists = [pages.backofficeApplications, pages.backofficeCases] as const;

type ListBehind = {
  path: (typeof lists)[number];
  /** How many history entries it is behind; 0: the user has not seen it. */
  steps: number;
};

/**
 * The list behind the details for a user who comes from `pathname`: a list itself, details with the list `before` behind
 * them, or another screen, which has the list of cases behind it.
 */
export function listBehind(pathname: string | undefined, before?: ListBehind): ListBehind {
  const list = lists.find((path) => path === pathname);
  if (list) return { path: list, steps: 1 };
  if (before && before.steps > 0) return { ...before, steps: before.steps + 1 };
  return { path: pages.backofficeCases, steps: 0 };
}

export const isList = (pathname: string | undefined) => lists.some((path) => path === pathname);

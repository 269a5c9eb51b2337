/** What all lists of the backoffice share. */

/** A page of a list that the server cuts. `page` counts from 1; one behind the last is empty. */
export type PageQuery = { page: number; pageSize: number };
/** Rows on a page, and the most that may be asked for. */
export const usualPageSize = 20;
export const largestPageSize = 100;

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

import { isoOf } from './time';

/** A page of a list that the server divides into pages. `page` counts from 1; a page after the last is empty. */
export type PageQuery = { page: number; pageSize: number };
export const usualPageSize = 20;
export const largestPageSize = 100;

/** So many a filter offers. Anybody can invent one, because they stand in addresses. */
export const mostSources = 50;

export type Counted = { total: number; totalPages: number };

export function paged(total: number, { pageSize }: PageQuery): Counted {
  return { total, totalPages: Math.ceil(total / pageSize) };
}

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

/** The last answer by mail about a callback, a prepared application or an offer. */
export type Reply = { at: string; text: string };

/** `id`: the same for the same message. */
export type StoredReply = { id: string; at: number; text: string };

export function replyOf(stored: StoredReply | null): Reply | null {
  return stored && { at: isoOf(stored.at), text: stored.text };
}

/** Questions to the API. The key begins with the path: an action names the paths whose answers it changes. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../api';

export function queryOf<Answer>(path: string) {
  return queryOptions({ queryKey: [path], queryFn: () => request<Answer>('GET', path) });
}

/** A page of a list that the server cuts; the page before it stays in sight while it loads. */
export function pageQueryOf<Answer>(path: string, question: Record<string, string | number>) {
  const entries = Object.entries(question).map(([name, value]) => [name, String(value)]);
  return queryOptions({
    queryKey: [path, question],
    queryFn: () => request<Answer>('GET', `${path}?${new URLSearchParams(entries)}`),
    placeholderData: keepPreviousData,
  });
}

import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { minuteMs } from '#domain/time';
import { request } from '../api';

/** Milliseconds. A list may have thousands of rows, and the line may be slow. */
const patience = minuteMs;

export function queryOf<Answer>(path: string) {
  return queryOptions({
    queryKey: [path],
    queryFn: () => request<Answer>('GET', path, undefined, { patience }),
  });
}

/** For what others or the clock change: it is loaded each time it is shown. */
export const changing = { staleTime: 0 };

export function useLoaded<Answer>(path: string, options: { staleTime?: number; enabled?: boolean } = {}) {
  return useQuery({ ...queryOf<Answer>(path), ...options });
}

/** A page of a list that the server divides into pages. The page before stays visible while it loads. Undefined parameters are left out. */
export function pageQueryOf<Answer>(path: string, parameters: Record<string, string | number | undefined>) {
  const entries = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return queryOptions({
    queryKey: [path, parameters],
    queryFn: () => request<Answer>('GET', `${path}?${new URLSearchParams(entries)}`, undefined, { patience }),
    placeholderData: keepPreviousData,
  });
}

/** Begins the key of a query that `loadAgain` leaves alone. */
export const lasting = 'lasting';

/** After a change by staff: loads again what is on the screen, and everything else when it is shown next. */
export function loadAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== lasting });
}

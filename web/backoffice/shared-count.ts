import { type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../api';
import { lasting } from './calls';

/**
 * A number beside an entry of the sidebar, out of a list of persons. Each call of it is recorded as listed persons, so it
 * is not loaded again after each change: the list passes on what it knows, too, and may know better.
 */
export function sharedCount<Page>(path: string, read: (page: Page) => number) {
  const queryKey: QueryKey = [lasting, path];
  const query = queryOptions({
    queryKey,
    queryFn: async () => read(await request<Page>('GET', `${path}?pageSize=1`)),
  });
  return {
    useCount: (): number | undefined => useQuery(query).data,
    useShared: (page: Page | undefined) => {
      const client = useQueryClient();
      const count = page && read(page);
      useEffect(() => {
        if (count !== undefined) client.setQueryData(queryKey, count);
      }, [client, count]);
    },
  };
}

import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';

/** Nothing is fetched again by itself and nothing is tried twice (spec 4, "Data cache behaviour"). */
export function createQueryClient(config: QueryClientConfig = {}): QueryClient {
  return new QueryClient({
    ...config,
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // without a network a question fails and says so, instead of waiting in silence
        networkMode: 'always',
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';

/** Nothing is loaded again automatically, and no failed call is repeated (docs/product.md, "Data cache"). */
export function createQueryClient(config: QueryClientConfig = {}): QueryClient {
  return new QueryClient({
    ...config,
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // without a network a query fails at once, instead of waiting without a message
        networkMode: 'always',
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
